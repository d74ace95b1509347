import type { Config } from '../../../../config/config'
import type { FcmAccount } from '../../../../config/push-keys'
import type { Clock } from '../../../../lib/clock'
import type { Delivery } from '../delivery/deliver'
import { callService, noAnswer, recordOf, signedToken } from './service-call'
import type { ServiceAnswer } from './service-call'
import type { SentPush } from './mobile-push'

/* Firebase Cloud Messaging, HTTP v1. Source: docs/protocol/notifications.md#direct-fcm. */

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const timeoutMs = 10_000
/** Lifetime of the assertion, the longest that Google takes. */
const assertionSeconds = 3_600
/** An access token is renewed this long before its end. */
const marginMs = 300_000
const lifetimeSeconds = { high: 86_400, normal: 3_600 }

interface AccessToken {
  value: string
  endsAt: number
}

/** Google refuses the service account; no device is at fault. */
class NoAccessTokenError extends Error {
  override name = 'NoAccessTokenError'
}

/** Sends to Android devices. Keeps the access token until shortly before its end. */
export class FcmSender {
  readonly #account: FcmAccount
  readonly #url: URL
  readonly #clock: Clock
  #token: AccessToken | undefined
  #renewal: Promise<AccessToken> | undefined

  constructor(account: FcmAccount, { fcmUrl }: Pick<Config, 'fcmUrl'>, clock: Clock) {
    this.#clock = clock
    this.#account = account
    this.#url = new URL(
      `/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`,
      fcmUrl,
    )
  }

  async send(token: string, { fcm, isUrgent }: SentPush): Promise<Delivery> {
    const priority = isUrgent ? 'high' : 'normal'
    const android = { priority, ttl: `${lifetimeSeconds[priority]}s` }
    const body = JSON.stringify({ message: { token, data: fcm, android } })
    try {
      const first = await this.#post(body)
      if (first.status !== 401) return deliveryOf(first)
      // The token ended early.
      this.#token = undefined
      return deliveryOf(await this.#post(body))
    } catch (error) {
      if (!(error instanceof NoAccessTokenError)) return noAnswer(error)
      return { outcome: 'later', error: error.message, retryAfterMs: undefined }
    }
  }

  async #post(body: string): Promise<ServiceAnswer> {
    const { value } = await this.#accessToken()
    const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json' }
    return callService(this.#url, { headers, body, timeoutMs })
  }

  /** One request serves all pushes that need a token meanwhile. */
  async #accessToken(): Promise<AccessToken> {
    const kept = this.#token
    if (kept && kept.endsAt - marginMs > this.#clock.now().getTime()) return kept
    this.#renewal ??= this.#requestToken().finally(() => (this.#renewal = undefined))
    this.#token = await this.#renewal
    return this.#token
  }

  async #requestToken(): Promise<AccessToken> {
    const now = this.#clock.now()
    const { clientEmail: iss, keyId: kid, key, tokenUrl: aud } = this.#account
    const iat = Math.floor(now.getTime() / 1_000)
    const claims = { iss, scope, aud, iat, exp: iat + assertionSeconds }
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signedToken({ alg: 'RS256', kid }, claims, key),
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await callService(new URL(aud), { headers, body, timeoutMs })
    const { access_token: value, expires_in: seconds } = answer.body
    if (answer.status !== 200 || typeof value !== 'string' || typeof seconds !== 'number') {
      throw new NoAccessTokenError(`no access token for FCM: status ${answer.status}`)
    }
    return { value, endsAt: now.getTime() + seconds * 1_000 }
  }
}

function deliveryOf({ status, body, retryAfterMs }: ServiceAnswer): Delivery {
  if (status === 200) return { outcome: 'sent' }
  const code = errorCode(body)
  if (code === 'UNREGISTERED') return { outcome: 'gone' }
  const error = `FCM: ${code ?? `status ${status}`}`
  // 401 and 403 without a code of FCM are about the account.
  const isOurs = status === 401 || code === 'THIRD_PARTY_AUTH_ERROR' || code === 'PERMISSION_DENIED'
  if (status === 429 || status >= 500 || isOurs) return { outcome: 'later', error, retryAfterMs }
  return { outcome: 'refused', error }
}

/** The code of FCM itself, else the general one. */
function errorCode(body: ServiceAnswer['body']): string | undefined {
  const { details, status } = recordOf(body['error'])
  const codes = (Array.isArray(details) ? details : []).map((each) => recordOf(each)['errorCode'])
  const [code = status] = codes.filter((each) => typeof each === 'string')
  return typeof code === 'string' ? code : undefined
}
