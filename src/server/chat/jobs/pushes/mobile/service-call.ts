import { sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { createAddressPolicy } from '../../../rules/outgoing/addresses'
import { readBytes, requestGuarded } from '../../../rules/outgoing/guarded-request'
import { readRetryAfter } from '../delivery/deliver'
import type { Delivery } from '../delivery/deliver'
import { patientSignal } from '../../../../lib/patience'

/* Calls to services whose addresses the operator configured, and whose answers are JSON. */

/** The operator chose the addresses, so that private ones are allowed. */
const anyAddress = createAddressPolicy('all')
const longestAnswer = 262_144

export interface ServiceAnswer {
  status: number
  body: Readonly<Record<string, unknown>>
  retryAfterMs: number | undefined
}

/** Posts to a service. @throws Node's error if there is no answer */
export async function callService(
  url: URL,
  { headers, body, timeoutMs }: { headers: OutgoingHttpHeaders; body: string; timeoutMs: number },
): Promise<ServiceAnswer> {
  const response = await requestGuarded(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    body,
    addresses: anyAddress,
    signal: patientSignal(timeoutMs),
    keepsConnection: true,
  })
  const bytes = await readBytes(response, longestAnswer, () => new Error('The answer is too long.'))
  return {
    status: response.statusCode ?? 0,
    body: readJson(bytes.toString()),
    retryAfterMs: readRetryAfter(response.headers['retry-after']),
  }
}

/** The object that a text is; empty for other texts. */
export function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? (value as Record<string, unknown>) : {}
}

/** The delivery of a request without an answer. */
export function noAnswer(error: unknown): Delivery {
  const { code, name } = error as { code?: unknown; name?: string }
  const reason = typeof code === 'string' ? code : (name ?? 'Error')
  return { outcome: 'later', error: reason, retryAfterMs: undefined }
}

/** A signed JSON Web Token. */
export function signedToken(
  { alg, kid }: { alg: 'RS256' | 'ES256'; kid: string },
  claims: Readonly<Record<string, unknown>>,
  key: KeyObject,
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg, kid, typ: 'JWT' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
