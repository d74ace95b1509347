import type { OutgoingHttpHeaders } from 'node:http'
import { ForbiddenAddressError } from '../../../rules/outgoing/addresses'
import type { AddressPolicy } from '../../../rules/outgoing/addresses'
import { discard, requestGuarded } from '../../../rules/outgoing/guarded-request'
import { patientSignal } from '../../../../lib/patience'

/** The result of a request to a push service. */
export type Delivery =
  | { outcome: 'sent' }
  /** The service no longer knows the receiver. */
  | { outcome: 'gone' }
  | { outcome: 'too_large' }
  /** @param retryAfterMs as the service asks; undefined: it does not */
  | { outcome: 'later'; error: string; retryAfterMs: number | undefined }
  | { outcome: 'refused'; error: string }

export interface PushRequest {
  endpoint: URL
  headers: OutgoingHttpHeaders
  body: Buffer | string
}

const timeoutMs = 10_000

/**
 * Posts to a push service by `guardedRequest`, without following redirects.
 * @param isSubscription whether an answer that names no receiver ends the device; a topic has none
 * Source: docs/protocol/notifications.md#web-push-answers.
 */
export async function deliverPush(
  { endpoint, headers, body }: PushRequest,
  { addresses, isSubscription }: { addresses: AddressPolicy; isSubscription: boolean },
): Promise<Delivery> {
  try {
    const response = await requestGuarded(endpoint, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      body,
      addresses,
      signal: patientSignal(timeoutMs),
      keepsConnection: true,
    })
    discard(response)
    const { statusCode: status = 0, headers: answered } = response
    return deliveryOf(status, isSubscription, answered['retry-after'])
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return { outcome: 'refused', error: error.message }
    const { code, name } = error as { code?: unknown; name?: string }
    const reason = typeof code === 'string' ? code : (name ?? 'Error')
    return { outcome: 'later', error: reason, retryAfterMs: undefined }
  }
}

function deliveryOf(
  status: number,
  isSubscription: boolean,
  retryAfter: string | undefined,
): Delivery {
  if (status >= 200 && status <= 299) return { outcome: 'sent' }
  // 403: it was made for another key pair.
  if (isSubscription && [403, 404, 410].includes(status)) return { outcome: 'gone' }
  if (status === 413) return { outcome: 'too_large' }
  const error = `status ${status}`
  if (status !== 429 && status < 500) return { outcome: 'refused', error }
  return { outcome: 'later', error, retryAfterMs: readRetryAfter(retryAfter) }
}

/** Reads a `Retry-After`: seconds, or a date. */
export function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
