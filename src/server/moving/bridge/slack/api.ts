import { setTimeout as delay } from 'node:timers/promises'
import { growing } from '../../../lib/pauses'
import type { Row } from '../../import/archive/fields'
import { isRow, rowOf, rowsOf, textOf } from '../../import/archive/fields'

/** Slack refused a call: repeating it changes nothing. */
export class SlackRefusedError extends Error {
  override name = 'SlackRefusedError'

  constructor(
    readonly method: string,
    readonly reason: string,
  ) {
    super(`Slack refused ${method}: ${reason}`)
  }
}

/** Slack gave no answer, or one about a fault of its own: whether the call had an effect is unknown. */
export class SlackAwayError extends Error {
  override name = 'SlackAwayError'
}

/** Calls per minute, as Slack's documentation of each method says. */
const callsPerMinute: Readonly<Record<string, number>> = {
  'apps.connections.open': 10,
  'conversations.list': 20,
  'conversations.info': 50,
  'conversations.history': 50,
  'conversations.replies': 50,
  'users.info': 100,
  'users.conversations': 50,
  'conversations.members': 100,
  'bots.info': 50,
  'chat.postMessage': 60,
  'chat.update': 50,
  'chat.delete': 50,
  'reactions.add': 50,
  'reactions.remove': 20,
  'files.getUploadURLExternal': 100,
  'files.completeUploadExternal': 100,
  'files.info': 100,
}
const usualPerMinute = 20
const minuteMs = 60_000

/** Answers about faults of Slack itself. */
const faults = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
])

/** Calls that have a second effect when they are repeated. */
const once = new Set([
  'chat.postMessage',
  'files.getUploadURLExternal',
  'files.completeUploadExternal',
])
const mostRepetitions = 3
const pause = { firstMs: 200, longestMs: 5_000 }

const mostAnswerBytes = 16 * 1_048_576
const timeoutMs = 30_000
/** Longest pause that a 429 can ask for. */
const longestPauseMs = 10 * minuteMs

export interface SlackApiOptions {
  /** Address of the methods, without a slash at its end. */
  url: string
  token: string
  signal: AbortSignal
}

/**
 * Slack's Web API. Calls wait for the limits of their methods, and are repeated after a 429, which had no effect. After a
 * missing answer those are repeated that have no second effect.
 */
export class SlackApi {
  /** Times of the calls of the last minute, by method. */
  private readonly recent = new Map<string, number[]>()
  private readonly quietUntil = new Map<string, number>()

  /** Slack's clock less that of this process. */
  private aheadMs = 0

  constructor(private readonly options: SlackApiOptions) {}

  /** The time by Slack's clock, which the times of messages and events follow; exact to a second. */
  now(): Date {
    return new Date(Date.now() + this.aheadMs)
  }

  /** The host that serves the API. */
  get host(): string {
    return new URL(this.options.url).host
  }

  /**
   * Calls a method. @param args texts, numbers and truths as they are, anything else as JSON; undefined ones are left out
   * @throws SlackRefusedError, SlackAwayError; the signal's reason
   */
  async call(method: string, args: Readonly<Record<string, unknown>> = {}): Promise<Row> {
    for (let failures = 0; ;) {
      const lane = laneOf(method, args)
      await this.turn(method, lane)
      try {
        const answer = await this.post(method, args, lane)
        if (answer !== 'limited') return answer
      } catch (error) {
        failures += 1
        const isLast = once.has(method) || failures > mostRepetitions
        if (isLast || !(error instanceof SlackAwayError)) throw error
        await delay(growing(failures, pause), undefined, { signal: this.options.signal })
      }
    }
  }

  /** Waits until the limit of a method allows a call. */
  private async turn(method: string, lane: string): Promise<void> {
    const { signal } = this.options
    const most = callsPerMinute[method] ?? usualPerMinute
    for (;;) {
      signal.throwIfAborted()
      const now = performance.now()
      const calls = (this.recent.get(lane) ?? []).filter((at) => at > now - minuteMs)
      this.recent.set(lane, calls)
      const first = calls.at(-most)
      const until = Math.max(
        this.quietUntil.get(lane) ?? 0,
        first === undefined ? 0 : first + minuteMs,
      )
      if (until <= now) {
        calls.push(now)
        return
      }
      await delay(until - now, undefined, { signal })
    }
  }

  private async post(
    method: string,
    args: Readonly<Record<string, unknown>>,
    lane: string,
  ): Promise<Row | 'limited'> {
    const { url, token, signal } = this.options
    let response: Response
    let text: string
    try {
      response = await fetch(`${url}/${method}`, {
        method: 'POST',
        redirect: 'error',
        headers: { authorization: `Bearer ${token}` },
        body: formOf(args),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      if (response.status === 429) {
        await response.body?.cancel()
        return this.limited(lane, response.headers.get('retry-after'))
      }
      const date = Date.parse(response.headers.get('date') ?? '')
      if (Number.isFinite(date)) this.aheadMs = date - Date.now()
      text = await textWithin(response, mostAnswerBytes)
    } catch (error) {
      signal.throwIfAborted()
      throw new SlackAwayError(`Slack did not answer ${method}`, { cause: error })
    }
    if (!response.ok) throw new SlackAwayError(`Slack answered ${method} with ${response.status}`)
    const answer = rowIn(text)
    if (!answer) throw new SlackAwayError(`Slack answered ${method} with no JSON`)
    if (answer['ok'] === true) return answer
    const reason = textOf(answer, 'error').slice(0, 100)
    if (reason === 'ratelimited') return this.limited(lane, null)
    if (faults.has(reason)) throw new SlackAwayError(`Slack answered ${method} with ${reason}`)
    throw new SlackRefusedError(method, reason)
  }

  private limited(lane: string, retryAfter: string | null): 'limited' {
    const seconds = Number(retryAfter ?? '')
    const pauseMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 1_000
    this.quietUntil.set(lane, performance.now() + Math.min(pauseMs, longestPauseMs))
    return 'limited'
  }
}

/** Calls that share a limit: of a method, or of the posts to a channel. */
function laneOf(method: string, { channel }: Readonly<Record<string, unknown>>): string {
  return method === 'chat.postMessage' ? `${method} ${String(channel)}` : method
}

function formOf(args: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

async function textWithin(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function rowIn(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRow(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Max pages of one list. */
const mostPages = 200

/** The rows of a list of several pages. @param field the name of the list in the answer */
export async function* pagesOf(
  api: SlackApi,
  method: string,
  args: Readonly<Record<string, unknown>>,
  field: string,
): AsyncGenerator<Row> {
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await api.call(method, { limit: 200, ...args, cursor })
    yield* rowsOf(answer, field)
    cursor = textOf(rowOf(answer, 'response_metadata'), 'next_cursor') || undefined
    if (cursor === undefined) return
  }
}
