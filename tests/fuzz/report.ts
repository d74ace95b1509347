import type { FuzzResult } from './run'

export interface ReportedOptions {
  seed: number
  requests: number
  stores: string
  workers: number
  concurrency: number
}

/** The figures of a run as a table in Markdown. */
export function tabulate(result: FuzzResult, options: ReportedOptions): string {
  const { ledger, findings, seconds, peakRssMib, rssMib, longestLoopDelayMs, cpuSeconds } = result
  const share = Math.round((ledger.count(200, 399) / Math.max(ledger.requests, 1)) * 100)
  const times = (...kinds: string[]): number =>
    findings.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { times: n }) => sum + n, 0)
  const half = rssMib[Math.floor(rssMib.length / 2)] ?? 0
  const rows: [string, string | number][] = [
    ['seed, stores', `${options.seed}, ${options.stores}`],
    ['requests', ledger.requests],
    [
      'seconds, requests a second',
      `${Math.round(seconds)}, ${Math.round(ledger.requests / seconds)}`,
    ],
    [
      'processor seconds of workers, of the fuzzer',
      `${Math.round(cpuSeconds.workers)}, ${Math.round(cpuSeconds.fuzzer)}`,
    ],
    ['answers 2xx and 3xx', `${ledger.count(200, 399)} (${share} %)`],
    ['answers 4xx', ledger.count(400)],
    ['answers 5xx', ledger.count(500)],
    ['breaches of schemas and declarations', times('schema', 'undeclared', 'form', 'size')],
    ['leaks and secrets', times('leak', 'secret')],
    ['unhandled errors, logged errors', times('process', 'log')],
    ['no answer', times('hang')],
    ['calls of much processor time', times('time')],
    [
      'memory at its peak, half-way, in the end (MiB)',
      `${peakRssMib}, ${half}, ${rssMib.at(-1) ?? 0}`,
    ],
    ['longest stop of an event loop (ms)', Math.round(longestLoopDelayMs)],
    ['slowest answer (ms)', `${Math.round(ledger.slowestMs)} (${ledger.slowest})`],
  ]
  return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n')
}
