import { Type } from '@sinclair/typebox'
import { mailLoginNotice } from '../../chat/actions/users/login-mail'
import { createToken } from '../../chat/rules/credentials'
import { LoginRefusedError, otherLoginRefusals } from '../../chat/rules/errors'
import { InvalidCodeError } from '../../chat/rules/password-errors'
import { sizeLimits } from '../../chat/rules/limits'
import { endpoint } from '../../http/declare/endpoint'
import type { ApiRequest, Endpoint } from '../../http/declare/endpoint'
import { text } from '../../http/declare/params'
import { RateLimitedError } from '../../http/errors'
import { askForCode, logInByCode } from '../../identity/codes/log-in-by-code'
import {
  NoSecretsKeyError,
  SecondFactorRequiredError,
  SetupRequiredError,
} from '../../identity/errors'
import { askForOwnCode } from '../../identity/proofs/prove'
import { openSessionAfterFirstFactor } from '../../identity/second-factors/log-in'
import { addressOf } from '../../wire/addresses'

/* Codes by mail. Source: docs/protocol/mail.md#login-codes. */

const email = () => text({ description: 'Email of the account', example: 'ada@example.com' })

const noMailRefusal = {
  code: 'BAD_REQUEST',
  description: 'Nothing can be sent.',
  example: 'This server sends no mail: log in by your password.',
}

/** The text in the cookie of the browser, which gets one if there is none, and keeps it for ten more minutes. */
function browserKeyOf(request: ApiRequest): string {
  const browserKey = request.loginKey ?? createToken()
  request.keepLoginKey(browserKey)
  return browserKey
}

const askEndpoint = endpoint({
  method: 'POST',
  path: '/json/login_code',
  tag: 'sessions',
  summary: 'Mail a code that logs this browser in',
  description: 'It succeeds whether or not there is an account with the address.',
  auth: 'none',
  params: { email: email() },
  response: {},
  errors: [RateLimitedError, ...otherLoginRefusals.slice(-1), noMailRefusal],

  async handler({ ctx, params, request }) {
    request.note({ account: params.email.slice(0, sizeLimits.emailCharacters) })
    const { subdomain, ip } = request
    await askForCode(ctx, { subdomain, ip, browserKey: browserKeyOf(request) }, params.email)
    return {}
  },
})

const logInEndpoint = endpoint({
  method: 'POST',
  path: '/json/session/code',
  tag: 'sessions',
  summary: 'Log a browser in with a code that came by mail',
  description: 'The answer sets the cookie of a session.',
  auth: 'none',
  params: { email: email(), code: text({ maxLength: 100, example: '123456' }) },
  response: { user_id: Type.Integer(), email: Type.String() },
  errors: [
    ...[InvalidCodeError, LoginRefusedError, ...otherLoginRefusals.slice(-1)],
    ...[SecondFactorRequiredError, SetupRequiredError, NoSecretsKeyError, RateLimitedError],
  ],

  async handler({ ctx, params, request }) {
    const { subdomain, ip, headers, sessionToken: replaces, loginKey: browserKey } = request
    request.note({ account: params.email.slice(0, sizeLimits.emailCharacters) })
    const user = await logInByCode(ctx, { subdomain, ip, browserKey }, params)
    const userAgent = headers['user-agent'] ?? ''
    const browser = { ip, userAgent, replaces }
    request.keepSession(await openSessionAfterFirstFactor(ctx, user, browser))
    await mailLoginNotice(ctx, user, { ip, userAgent })
    return { user_id: user.id, email: addressOf(user) }
  },
})

/** Source: docs/protocol/step-up.md#prove. */
const askForProofEndpoint = endpoint({
  method: 'POST',
  path: '/json/session/proof/code',
  tag: 'sessions',
  summary: 'Mail the requester a code with which this browser proves who is there',
  auth: 'basic',
  scope: 'full',
  params: {},
  response: {},
  errors: [
    RateLimitedError,
    noMailRefusal,
    {
      code: 'BAD_REQUEST',
      description: 'The account has another way.',
      example: 'Codes are for people without a password.',
    },
  ],

  async handler({ ctx, requester, request }) {
    await askForOwnCode(ctx, requester, { ip: request.ip, browserKey: browserKeyOf(request) })
    return {}
  },
})

export const loginCodeEndpoints: readonly Endpoint[] = [
  askEndpoint,
  logInEndpoint,
  askForProofEndpoint,
]
