import { connect } from 'node:http2'
import type { ClientHttp2Session, OutgoingHttpHeaders } from 'node:http2'
import type { Config } from '../../../../config/config'
import type { ApnsKey } from '../../../../config/push-keys'
import type { Clock } from '../../../../lib/clock'
import type { Delivery } from '../delivery/deliver'
import { noAnswer, readJson, signedToken } from './service-call'
import type { AppleDevice, SentPush } from './mobile-push'
import { patientSignal } from '../../../../lib/patience'

/* Apple Push Notification service, over HTTP/2 with a provider token. Source: docs/protocol/notifications.md#direct-apns. */

const timeoutMs = 10_000
/** Apple wants a new token each hour, and not more often than every twenty minutes. */
const tokenLifeMs = 2_400_000
const lifetimeSeconds = 86_400
const longestAnswer = 4_096

/** Answers that end a device. */
const deadTokens = new Set(['Unregistered', 'BadDeviceToken', 'DeviceTokenNotForTopic'])
/** Answers that report a fault of the key, not of a device. */
const refusedKeys = new Set([
  ...['ExpiredProviderToken', 'InvalidProviderToken', 'MissingProviderToken'],
  ...['TooManyProviderTokenUpdates', 'Forbidden', 'BadCertificate', 'BadCertificateEnvironment'],
])

interface Answer {
  status: number
  reason: string
}

/** Sends to Apple devices through one connection, which opens with the first push and again after its end. */
export class ApnsSender {
  readonly #key: ApnsKey
  readonly #url: string
  readonly #clock: Clock
  #session: ClientHttp2Session | undefined
  #token: { value: string; madeAt: number } | undefined

  constructor(key: ApnsKey, { apnsUrl }: Pick<Config, 'apnsUrl'>, clock: Clock) {
    this.#clock = clock
    this.#key = key
    this.#url = apnsUrl
  }

  async send(device: AppleDevice, push: SentPush): Promise<Delivery> {
    try {
      const first = await this.#post(device, push)
      if (first.reason !== 'ExpiredProviderToken') return deliveryOf(first)
      this.#token = undefined
      return deliveryOf(await this.#post(device, push))
    } catch (error) {
      return noAnswer(error)
    }
  }

  close(): void {
    this.#session?.destroy()
    this.#session = undefined
  }

  async #post({ token, appId }: AppleDevice, { apns, isUrgent, id }: SentPush): Promise<Answer> {
    const now = this.#clock.now()
    const headers = {
      ':method': 'POST',
      ':path': `/3/device/${token}`,
      authorization: `bearer ${this.#providerToken(now)}`,
      'apns-topic': appId,
      'apns-push-type': 'alert',
      'apns-priority': isUrgent ? '10' : '5',
      'apns-expiration': String(Math.floor(now.getTime() / 1_000) + lifetimeSeconds),
      // A push that is sent twice is shown once.
      'apns-collapse-id': id,
    }
    return exchange(this.#connection(), headers, JSON.stringify(apns))
  }

  #connection(): ClientHttp2Session {
    const open = this.#session
    if (open && !open.closed && !open.destroyed) return open
    const session = connect(this.#url)
    const forget = (): void => {
      if (this.#session === session) this.#session = undefined
    }
    // The requests on it throw its errors.
    session.on('error', forget).on('goaway', forget).on('close', forget)
    session.unref()
    this.#session = session
    return session
  }

  #providerToken(now: Date): string {
    const kept = this.#token
    const ageMs = now.getTime() - (kept?.madeAt ?? -Infinity)
    if (kept && ageMs >= 0 && ageMs < tokenLifeMs) return kept.value
    const { keyId: kid, teamId: iss, key } = this.#key
    const claims = { iss, iat: Math.floor(now.getTime() / 1_000) }
    const value = signedToken({ alg: 'ES256', kid }, claims, key)
    this.#token = { value, madeAt: now.getTime() }
    return value
  }
}

async function exchange(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = patientSignal(timeoutMs)
    const stream = session.request(headers, { signal })
    let status = 0
    let text = ''
    stream.setEncoding('utf8')
    stream.on('response', (answered) => (status = answered[':status'] ?? 0))
    stream.on('data', (chunk: string) => (text += text.length < longestAnswer ? chunk : ''))
    stream.on('error', reject)
    stream.on('close', () => {
      if (status === 0) return reject(new Error('APNs closed the connection.'))
      const { reason } = readJson(text)
      resolve({ status, reason: typeof reason === 'string' ? reason : '' })
    })
    stream.end(body)
  })
}

function deliveryOf({ status, reason }: Answer): Delivery {
  if (status === 200) return { outcome: 'sent' }
  if (status === 410 || deadTokens.has(reason)) return { outcome: 'gone' }
  if (status === 413) return { outcome: 'too_large' }
  const error = `APNs: ${reason || `status ${status}`}`
  const isLater = status === 429 || status >= 500 || refusedKeys.has(reason)
  return isLater
    ? { outcome: 'later', error, retryAfterMs: undefined }
    : { outcome: 'refused', error }
}
