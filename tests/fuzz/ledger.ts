import type { Attempt } from './calls'
import type { Answer } from './connection'
import type { Complaint } from './checks'
import { encodeCall, showBytes } from './request'

/** A fault of the server, with the first request that caused it. */
export interface Finding {
  kind: Complaint['kind'] | 'log' | 'process'
  operation: string
  text: string
  times: number
  /** The request for people, with its caller. */
  request?: string
  answer?: string
  /** The worker's log about it. */
  log?: string
}

interface CacheStats {
  calls: number
  successes: number
  /** Sum of the milliseconds until the answers. */
  ms: number
  /** Number of refusals by message. */
  refusals: Map<string, number>
}

const mostRefusals = 30

/** Counts of requests and answers, and the findings. */
export class Ledger {
  readonly statuses = new Map<number, number>()
  readonly operations = new Map<string, CacheStats>()
  private readonly found = new Map<string, Finding>()
  requests = 0
  bytes = 0
  slowestMs = 0
  slowest = ''

  /** @param onFound called with each new finding: a run is long, and may not finish */
  constructor(private readonly onFound?: (finding: Finding) => void) {}

  note(
    { call, operation }: Pick<Attempt, 'call' | 'operation'>,
    { status, body, ms }: Answer,
  ): void {
    this.requests += 1
    this.bytes += body.length
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    const name = operation?.name ?? '(spoiled)'
    const tally = this.operations.get(name) ?? {
      calls: 0,
      successes: 0,
      ms: 0,
      refusals: new Map(),
    }
    tally.calls += 1
    tally.ms += ms
    if (status < 400) tally.successes += 1
    else countRefusal(tally, body)
    this.operations.set(name, tally)
    if (ms > this.slowestMs) {
      this.slowestMs = ms
      this.slowest = call.operation
    }
  }

  /** @returns the finding, if it is new */
  add(finding: Omit<Finding, 'times'>): Finding | undefined {
    const key = `${finding.kind} ${finding.operation} ${finding.text.replaceAll(/\d+/g, '#')}`
    const known = this.found.get(key)
    if (known) {
      known.times += 1
      return undefined
    }
    const added: Finding = { ...finding, times: 1 }
    this.found.set(key, added)
    this.onFound?.(added)
    return added
  }

  get findings(): readonly Finding[] {
    return [...this.found.values()]
  }

  count(least: number, most = least + 99): number {
    let sum = 0
    for (const [status, times] of this.statuses) if (status >= least && status <= most) sum += times
    return sum
  }

  /** Shares of successful answers by operation, the lowest first. */
  successShares(): string[] {
    const rows = [...this.operations].map(([name, { calls, successes, ms, refusals }]) => {
      return { name, calls, refusals, share: successes / calls, ms: ms / calls }
    })
    rows.sort((a, b) => a.share - b.share)
    return rows.map(({ name, calls, share, ms, refusals }) => {
      const percent = String(Math.round(share * 100)).padStart(4)
      return `${percent} % of ${String(calls).padStart(7)}, ${ms.toFixed(1).padStart(7)} ms  ${name}${usualRefusals(refusals)}`
    })
  }
}

function countRefusal({ refusals }: CacheStats, body: Buffer): void {
  const words = body.toString('utf8', 0, 120)
  const key = (/"msg":"((?:[^"\\]|\\.)*)/.exec(words)?.[1] ?? words).replaceAll(/\d+/g, '#')
  if (refusals.size < mostRefusals || refusals.has(key)) {
    refusals.set(key, (refusals.get(key) ?? 0) + 1)
  }
}

function usualRefusals(refusals: ReadonlyMap<string, number>): string {
  const usual = [...refusals].sort(([, a], [, b]) => b - a).slice(0, 3)
  return usual.map(([words, times]) => `\n${' '.repeat(8)}${times} × ${words}`).join('')
}

/** A request for people, ready to send again. */
export function showCall({ call, caller }: Attempt): string {
  return `by ${caller.name}:\n    printf '${showBytes(encodeCall(call))}'`
}

/** A finding for people. */
export function showFinding({
  kind,
  operation,
  text,
  times,
  request,
  answer,
  log,
}: Finding): string {
  return [
    `${kind}: ${operation}: ${text}${times > 1 ? ` (${times} times)` : ''}`,
    ...(request ? [`  ${request}`] : []),
    ...(answer ? [`  answer: ${answer}`] : []),
    ...(log ? [`  log: ${log}`] : []),
  ].join('\n')
}
