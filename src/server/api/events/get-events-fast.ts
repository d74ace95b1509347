import type { IncomingMessage } from 'node:http'
import type { AppContext } from '../../context'
import type { SlotHolder } from '../../events/poll-slots'
import type { DelayedPoll } from '../../events/poll-throttle'
import type { ParkedPoll, PollCaller } from '../../events/queues'
import { errorAnswer, sendJson, successAnswer, textOf } from '../../http/answers/envelope'
import { explainFailure } from '../../http/answers/failure'
import { Arguments } from '../../http/arguments/arguments'
import { hasBody } from '../../http/arguments/body'
import { checkResponse } from '../../http/openapi/schema'
import type { Authenticator } from '../../http/pipeline/authenticate'
import { challengeOf } from '../../http/pipeline/challenge'
import { Exchange } from '../../http/pipeline/exchange'
import { subdomainOfRequest } from '../../http/pipeline/host'
import { clientNameOf } from '../../http/pipeline/request-facts'
import type { ServedResponse } from '../../http/pipeline/served-response'
import { deadCredential } from '../../chat/rules/authentication'
import type { Requester } from '../../chat/rules/authentication'
import { eventsFor } from '../../chat/queues/polls/key-scope'
import { ownerOf } from '../../chat/queues/polls/poll-events'
import { getEventsEndpoint, presentPolled } from './get-events'

/** URL of a plain poll: `queue_id`, `last_event_id`, optionally `dont_block=false`, and nothing else. */
const plainTarget =
  /^\/api\/v1\/events\?(?:queue_id=(\d{1,16})(?::|%3A)(\d{1,6})&last_event_id=(-1|\d{1,15})|last_event_id=(-1|\d{1,15})&queue_id=(\d{1,16})(?::|%3A)(\d{1,6}))(?:&dont_block=false)?$/

const noHeaders: string[] = []
const noEvents = '[]'
const noArguments = new Arguments(new Map(), new Map())

/**
 * Fast path for long polls with credentials in a header, of which thousands are parked at once. Answers as the
 * ordinary pipeline does for `GET /events`; any unusual request goes there. After authentication, a parked poll costs
 * one object and no promise.
 */
export class PlainPolls {
  private knownHost: string | undefined
  private knownSubdomain = ''

  constructor(
    readonly ctx: AppContext,
    private readonly authenticator: Authenticator,
  ) {}

  /** @returns false, having done nothing, for a request that is no plain poll */
  serve(request: IncomingMessage, response: ServedResponse): boolean {
    if (request.method !== 'GET') return false
    const parts = plainTarget.exec(request.url ?? '')
    if (!parts || hasBody(request) || request.headers.upgrade !== undefined) return false
    const { authorization } = request.headers
    if (authorization === undefined) return false
    const requester = this.authenticator.recognize(
      this.subdomainOf(request),
      authorization,
      getEventsEndpoint,
    )
    const queueId = `${parts[1] ?? parts[5]}:${parts[2] ?? parts[6]}`
    const lastEventId = Number(parts[3] ?? parts[4])
    const poll = new PlainPoll(this.ctx, request, response, queueId, lastEventId)
    if (requester) poll.begin(requester)
    else void poll.authenticateAndBegin(this.authenticator)
    return true
  }

  /** The subdomain of a request; cached for the most recent host. */
  private subdomainOf(request: IncomingMessage): string {
    const { config } = this.ctx
    if (config.trustProxy !== undefined) return subdomainOfRequest(request, config)
    const { host } = request.headers
    if (host === undefined || host !== this.knownHost) {
      this.knownSubdomain = subdomainOfRequest(request, config)
      this.knownHost = host
    }
    return this.knownSubdomain
  }
}

/** A plain poll from request to answer. */
class PlainPoll extends Exchange implements PollCaller, SlotHolder {
  override endpoint = getEventsEndpoint.path
  /** Set after authentication. */
  private requester: Requester | undefined
  private isOver = false
  private isRevoked = false
  /** Set while the throttle delays the poll, before it is parked. */
  private delayed: DelayedPoll | undefined
  private parked: ParkedPoll | undefined

  constructor(
    private readonly app: AppContext,
    request: IncomingMessage,
    response: ServedResponse,
    readonly slotQueueId: string,
    private readonly lastEventId: number,
  ) {
    super(app, request, response)
  }

  override get isParked(): boolean {
    return this.parked !== undefined || this.delayed !== undefined
  }

  get waiter(): Requester {
    if (!this.requester) throw new Error('It is not known yet who polls.')
    return this.requester
  }

  begin(requester: Requester): void {
    this.requester = requester
    // The client may have disconnected during authentication.
    if (this.isOver) return
    try {
      const { pollSlots, pollThrottle } = this.app
      pollSlots.enter(this)
      const delayMs = pollThrottle.count(requester.id)
      if (delayMs > 0) this.delayed = pollThrottle.after(delayMs, () => this.park())
      else this.park()
      if (!this.isOver) this.keepLittle()
    } catch (error) {
      this.onFailure(error as Error)
    }
  }

  /** Authenticates, then begins. */
  async authenticateAndBegin({ authenticate }: Pick<Authenticator, 'authenticate'>): Promise<void> {
    try {
      const requester = await authenticate(getEventsEndpoint, this, noArguments)
      if (!requester) throw new Error('Polls are authenticated.')
      this.begin(requester)
    } catch (error) {
      this.onFailure(error as Error)
    }
  }

  onEvents(json: string): void {
    if (this.isOver) return
    this.end()
    try {
      if (this.isRevoked) throw deadCredential(this.waiter)
      const eventsJson = eventsFor(this.app, this.waiter, json)
      const answer = successAnswer(presentPolled({ queueId: this.slotQueueId, eventsJson }))
      if (this.app.config.validateResponses) checkResponse(getEventsEndpoint, textOf(answer))
      sendJson(this.response, answer, this.headers)
    } catch (error) {
      this.refuse(error)
    }
  }

  onFailure(error: Error): void {
    if (this.isOver) return
    this.end()
    this.refuse(error)
  }

  onTakenOver(): void {
    // If this poll is parked, its queue answers it when the poll that took over the slot arrives there.
    if (this.delayed) this.onEvents(noEvents)
  }

  onRevoked(): void {
    this.isRevoked = true
    this.onSentAway()
  }

  onSentAway(): void {
    if (this.delayed) this.onEvents(noEvents)
    else this.parked?.leave()
  }

  /** Called when the answer was sent or the client hung up. */
  override onEnd(): void {
    if (!this.isOver) {
      this.end()
      this.parked?.leave()
    }
    if (this.app.requestLog.isOn) {
      this.notes['client'] = clientNameOf(this.request, noArguments)
      this.notes['userId'] = this.requester?.id
    }
    super.onEnd()
  }

  private park(): void {
    this.delayed = undefined
    try {
      const { events } = this.app
      const parked = events.park(this.slotQueueId, ownerOf(this.waiter), this.lastEventId, this)
      if (!this.isOver) this.parked = parked
    } catch (error) {
      this.onFailure(error as Error)
    }
  }

  /** Drops request data that neither the request log nor a late refusal needs, to save memory while parked. */
  private keepLittle(): void {
    const { request } = this
    request.rawHeaders = noHeaders
    request.headers.authorization = ''
  }

  private end(): void {
    this.isOver = true
    this.delayed?.cancel()
    this.delayed = undefined
    if (this.requester) this.app.pollSlots.exit(this)
  }

  private refuse(error: unknown): void {
    const refusal = explainFailure(this.app.log, this, error)
    if (!refusal) return
    const wayIn = refusal.status === 401 ? challengeOf(this) : undefined
    sendJson(this.response, errorAnswer(refusal, wayIn), this.headers)
  }
}
