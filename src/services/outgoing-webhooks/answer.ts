import { AnswerTooLargeError } from './post-to-service'
import type { ServiceAnswer } from './post-to-service'
import { ForbiddenAddressError } from './addresses'

/** What comes of a call: perhaps something to say, or a failure, which may pass. */
export type Outcome =
  | { kind: 'reply'; content: string }
  | { kind: 'silence' }
  /** @param reason the end of a sentence that begins with "The webhook" */
  | { kind: 'failure'; reason: string; mayPass: boolean }

/** Source: client notes 3.2, "Outgoing webhooks". */
export function readAnswer({ status, text }: ServiceAnswer): Outcome {
  if (status < 200 || status > 299) {
    const reason = `got a response with status code *${status}*.`
    return { kind: 'failure', reason, mayPass: status >= 500 || status === 429 }
  }
  if (text.trim() === '') return { kind: 'silence' }
  const answer = parseObject(text)
  if (!answer) {
    const reason = 'got a response that is not a JSON object.'
    return { kind: 'failure', reason, mayPass: false }
  }
  if (answer['response_not_required'] === true) return { kind: 'silence' }
  // The last is what services for Slack say.
  const said = [answer['content'], answer['response_string'], answer['text']].find(
    (member) => typeof member === 'string' && member.trim() !== '',
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

/** What an error of {@link postToService} means. */
export function readFailure(error: unknown): Outcome {
  if (error instanceof ForbiddenAddressError || error instanceof AnswerTooLargeError) {
    return { kind: 'failure', reason: `failed: ${error.message}.`, mayPass: false }
  }
  const { name, code } = error as { name?: string; code?: unknown }
  const reason =
    name === 'AbortError' || name === 'TimeoutError'
      ? 'did not respond in time.'
      : `could not be reached${typeof code === 'string' ? ` (${code})` : ''}.`
  return { kind: 'failure', reason, mayPass: true }
}
