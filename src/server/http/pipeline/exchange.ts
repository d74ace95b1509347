import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AppContext } from '../../context'
import type { ReceivedForm } from '../arguments/upload'
import { isFromProxy, locateRequest } from './host'
import type { RequestAddress } from './host'
import { parseRequestTarget } from './request-target'
import { scrubUrl } from './scrub-url'
import type { EndWatcher, ServedResponse } from './served-response'
import type { RequestTarget } from './request-target'
import type { RequestInHand } from '../../lib/requests-in-hand'
import type { HangUpSignal } from '../../events/queues'

/** Status in log and metrics of a request whose client hung up before the answer. */
const clientGoneStatus = 499

/** Max characters of an unknown path in the log. */
const longestPath = 100

type Context = Pick<AppContext, 'config' | 'metrics' | 'requestLog'>

/**
 * One request and its answer, from its arrival to its line in the log. Polls are many and wait long, so
 * fields that not every request needs are created on first use.
 */
export class Exchange implements RequestAddress, RequestInHand, EndWatcher {
  readonly id: string
  /** The declared path of the endpoint; set once it is known. */
  endpoint?: string
  /** The form with a file, once received. */
  received?: ReceivedForm
  private readonly startedAt = performance.now()
  private readonly placeInHand: number
  private whereabouts: RequestAddress | undefined
  private hangUp: HangUp | undefined
  private ownHeaders: Record<string, string | string[]> | undefined
  private ownNotes: Record<string, unknown> | undefined

  /** Gives a request its id; when it is over, writes its one log line and counts it. */
  constructor(
    private readonly ctx: Context,
    readonly request: IncomingMessage,
    readonly response: ServedResponse,
    private knownTarget?: RequestTarget,
  ) {
    this.id = requestId(request, isFromProxy(request, ctx.config.trustProxy))
    response.watcher = this
    this.placeInHand = ctx.metrics.requestsInHand.begin(this)
  }

  /** Headers of any answer to this request. */
  get headers(): Record<string, string | string[]> {
    return (this.ownHeaders ??= { 'X-Request-Id': this.id })
  }

  /** Further facts for the log line, such as the account. */
  get notes(): Record<string, unknown> {
    return (this.ownNotes ??= {})
  }

  get call(): string {
    return `${this.request.method ?? ''} ${this.endpoint ?? scrubUrl(this.target.path).slice(0, longestPath)}`
  }

  get target(): RequestTarget {
    return (this.knownTarget ??= parseRequestTarget(this.request.url ?? '/'))
  }

  get isParked(): boolean {
    return this.hangUp?.isAwaited ?? false
  }

  get subdomain(): string {
    return this.located.subdomain
  }

  get origin(): string {
    return this.located.origin
  }

  get writtenOrigin(): string {
    return this.located.writtenOrigin
  }

  get ip(): string {
    return this.located.ip
  }

  /** Aborts when the client hangs up before its answer. */
  get signal(): HangUp {
    if (!this.hangUp) {
      this.hangUp = new HangUp()
      if (this.response.closed && !this.response.writableFinished) this.hangUp.abort()
    }
    return this.hangUp
  }

  private get located(): RequestAddress {
    this.whereabouts ??= locateRequest(this.request, this.ctx.config)
    return this.whereabouts
  }

  /** Settles as the answer does, once the received file has been discarded. */
  async discardingFile<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } finally {
      await this.received?.discard()
    }
  }

  /** Called when the answer was sent whole, or the client is gone. */
  onEnd(): void {
    const { request, response, endpoint } = this
    const { requestLog, metrics } = this.ctx
    metrics.requestsInHand.end(this, this.placeInHand)
    if (!response.writableFinished) this.hangUp?.abort()

    const method = request.method ?? ''
    const status = response.writableFinished ? response.statusCode : clientGoneStatus
    const ms = performance.now() - this.startedAt
    if (endpoint !== undefined) {
      metrics.httpRequests.observe(method, endpoint, status, ms / 1000)
    }
    if (!requestLog.isOn) return
    requestLog.write({
      requestId: this.id,
      method,
      url: scrubUrl(request.url ?? ''),
      status,
      ms: Math.round(ms * 10) / 10,
      ip: this.ip,
      ...this.ownNotes,
    })
  }
}

/** Only a trusted proxy may set the id of a request. */
function requestId(request: IncomingMessage, isBelieved: boolean): string {
  const given = request.headers['x-request-id']
  const isUsable = isBelieved && typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)
  return isUsable ? given : `${processName}-${++latestNumber}`
}

/** Ids are a counter: random ones cost more, and each parked poll keeps its own. */
const processName = randomBytes(8).toString('hex')
let latestNumber = 0

const nobody: readonly (() => void)[] = []

/** Fires once when the client of a request hangs up before its answer. */
class HangUp implements HangUpSignal {
  aborted = false
  /** The listeners, hardly ever more than one. */
  private listeners: readonly (() => void)[] = nobody

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = this.listeners.concat(listener)
  }

  /** Whether there are listeners. */
  get isAwaited(): boolean {
    return this.listeners.length > 0
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = this.listeners.filter((other) => other !== listener)
  }

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    const { listeners } = this
    this.listeners = nobody
    for (const listener of listeners) listener()
  }
}
