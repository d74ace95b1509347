import type { Text } from '../../../text/i18n/catalogs/catalog'
import { webhookUserAgent } from '../../../wire/outgoing-webhooks'
import { ForbiddenAddressError } from '../../rules/outgoing/addresses'
import type { AddressPolicy } from '../../rules/outgoing/addresses'
import { readBytes, requestGuarded } from '../../rules/outgoing/guarded-request'
import { looksEmpty } from '../../../lib/characters'
import { patientSignal } from '../../../lib/patience'

/** The answer of a service is larger than any message. */
class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError'

  constructor() {
    super(`the answer is larger than ${largestAnswerBytes} bytes`)
  }
}

const largestAnswerBytes = 262_144

export interface ServiceAnswer {
  status: number
  text: string
}

export interface ServiceRequest {
  url: string
  contentType: string
  body: string
  timeoutMs: number
  addresses: AddressPolicy
}

/**
 * Posts to a service after checking its address, and reads the answer. Does not follow redirects: answers
 * them like any response.
 *
 * @throws ForbiddenAddressError, AnswerTooLargeError; Node's error if there is no answer
 */
export async function postToService(wanted: ServiceRequest): Promise<ServiceAnswer> {
  const response = await requestGuarded(new URL(wanted.url), {
    method: 'POST',
    headers: {
      'content-type': wanted.contentType,
      'content-length': Buffer.byteLength(wanted.body),
      'user-agent': webhookUserAgent,
      accept: 'application/json',
    },
    body: wanted.body,
    addresses: wanted.addresses,
    signal: patientSignal(wanted.timeoutMs),
  })
  const bytes = await readBytes(response, largestAnswerBytes, () => new AnswerTooLargeError())
  return { status: response.statusCode ?? 0, text: bytes.toString('utf8') }
}

/** The outcome of a call: a reply, no reply, or a failure, which may be temporary. */
export type CallOutcome =
  | { kind: 'reply'; content: string }
  | { kind: 'silence' }
  /** @param reason a sentence */
  | { kind: 'failure'; reason: Text; mayPass: boolean }

/** The outcome for an answer. Source: docs/protocol/bots.md#answers. */
export function readAnswer({ status, text }: ServiceAnswer): CallOutcome {
  if (status < 200 || status > 299) {
    const reason: Text = (say) => say('service.status', { status: String(status) })
    return { kind: 'failure', reason, mayPass: status >= 500 || status === 429 }
  }
  if (looksEmpty(text)) return { kind: 'silence' }
  const answer = parseObject(text)
  if (!answer) {
    const reason: Text = (say) => say('service.notJson')
    return { kind: 'failure', reason, mayPass: false }
  }
  if (answer['response_not_required'] === true) return { kind: 'silence' }
  // The last member is the one of Slack-compatible services.
  const said = [answer['content'], answer['response_string'], answer['text']].find(
    (member) => typeof member === 'string' && !looksEmpty(member),
  )
  return typeof said === 'string' ? { kind: 'reply', content: said } : { kind: 'silence' }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The outcome for an error of {@link postToService}. */
export function readFailure(error: unknown): CallOutcome {
  if (error instanceof ForbiddenAddressError || error instanceof AnswerTooLargeError) {
    const reason: Text = (say) => say('service.failed', { error: error.message })
    return { kind: 'failure', reason, mayPass: false }
  }
  const { name, code } = error as { name?: string; code?: unknown }
  const reason: Text = (say) => {
    if (name === 'AbortError' || name === 'TimeoutError') return say('service.late')
    return typeof code === 'string'
      ? say('service.unreachableFor', { code })
      : say('service.unreachable')
  }
  return { kind: 'failure', reason, mayPass: true }
}
