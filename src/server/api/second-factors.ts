import { Type } from '@sinclair/typebox'
import {
  AdministratorRequiredError,
  NoSuchUserError,
  OwnerRequiredError,
} from '../chat/rules/errors'
import { LoginRefusedError } from '../chat/rules/errors'
import { mailLoginNotice } from '../chat/actions/users/login-mail'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import { RateLimitedError } from '../http/errors'
import {
  LoginEndedError,
  NoSecondFactorError,
  NoSecretsKeyError,
  OwnSecondFactorError,
  SessionRequiredError,
  WrongCodeError,
} from '../identity/errors'
import { takeSecondStep } from '../identity/second-factors/log-in'
import {
  describeOwnSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  switchOff,
} from '../identity/second-factors/own'
import { beginSetup, confirmSetup } from '../identity/second-factors/set-up'
import { addressOf } from '../wire/addresses'
import { userReference } from './users/read-users'

/* Second factors. Source: docs/protocol/second-factors.md#own. */

const common = { tag: 'sessions', auth: 'basic', scope: 'full' } as const

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1_000)
const unixTimeOrNull = (description: string) =>
  Type.Union([Type.Integer({ description: 'Unix time' }), Type.Null()], { description })
const recoveryCodes = Type.Array(Type.String(), {
  description: 'Each replaces the authenticator app once; they are shown this once',
})

const ticket = text({ maxLength: 100, description: 'From the call before', example: 'TICKET' })
const code = text({
  maxLength: 100,
  description: 'Six digits of the authenticator app',
  example: '123456',
})
const anyCode = text({
  maxLength: 100,
  description: 'Six digits of the authenticator app, or a recovery code',
  example: '123456',
})

/** Source: docs/protocol/second-factors.md#log-in. */
const takeSecondStepEndpoint = endpoint({
  method: 'POST',
  path: '/json/session/second',
  tag: 'sessions',
  summary: 'Log a browser in: the second step, with a code',
  description:
    'After `TWO_FACTOR_REQUIRED` or `TWO_FACTOR_SETUP_REQUIRED`. The answer sets a cookie.',
  auth: 'none',
  params: { ticket, code: anyCode },
  response: {
    user_id: Type.Integer(),
    email: Type.String(),
    recovery_codes: Type.Optional(recoveryCodes),
  },
  errors: [LoginEndedError, WrongCodeError, LoginRefusedError, RateLimitedError],

  async handler({ ctx, params, request }) {
    const { subdomain, ip, headers, sessionToken: replaces } = request
    const userAgent = headers['user-agent'] ?? ''
    const step = { subdomain, ip, userAgent, replaces, ...params }
    const { user, sessionToken, recoveryCodes: codes } = await takeSecondStep(ctx, step)
    request.note({ account: user.id })
    request.keepSession(sessionToken)
    await mailLoginNotice(ctx, user, { ip, userAgent })
    return { user_id: user.id, email: addressOf(user), ...(codes && { recovery_codes: codes }) }
  },
})

const showEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/json/second_factor',
  summary: 'Describe the second factor of the requester',
  params: {},
  response: {
    since: unixTimeOrNull('When it was set up; null: there is none'),
    recovery_codes_left: Type.Integer(),
    due_at: unixTimeOrNull(
      'When a password alone stops logging in, since the organization demands a second factor; null: never',
    ),
  },

  async handler({ ctx, requester }) {
    const { since, dueAt, recoveryCodes: left } = await describeOwnSecondFactor(ctx, requester)
    return {
      since: since ? secondsOf(since) : null,
      recovery_codes_left: left,
      due_at: dueAt ? secondsOf(dueAt) : null,
    }
  },
})

const beginEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/json/second_factor',
  needsProof: true,
  summary: 'Begin to set up an authenticator app',
  description: 'Nothing changes until a code confirms that the app has the secret.',
  params: {},
  response: {
    ticket: Type.String({ description: 'For the confirmation, within 15 minutes' }),
    secret: Type.String({ description: 'For the authenticator app, base32' }),
    uri: Type.String({ description: 'The same as an `otpauth:` address' }),
    qr_code: Type.Array(Type.String(), {
      description: 'The address as a QR code: rows of `1` (dark) and `0`',
    }),
  },
  errors: [SessionRequiredError, NoSecretsKeyError],

  async handler({ ctx, requester }) {
    return beginSetup(ctx, requester)
  },
})

const confirmEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/json/second_factor/confirm',
  summary: 'Switch the authenticator app on',
  params: { ticket, code },
  response: { recovery_codes: recoveryCodes },
  errors: [SessionRequiredError, LoginEndedError, WrongCodeError],

  async handler({ ctx, requester, params }) {
    return { recovery_codes: await confirmSetup(ctx, requester, params) }
  },
})

const errorsOfCode = [SessionRequiredError, NoSecondFactorError, WrongCodeError, RateLimitedError]

const renewEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/json/second_factor/recovery_codes',
  summary: 'Make new recovery codes; the old ones stop working',
  params: { code: anyCode },
  response: { recovery_codes: recoveryCodes },
  errors: errorsOfCode,

  async handler({ ctx, requester, params }) {
    return { recovery_codes: await renewRecoveryCodes(ctx, requester, params.code) }
  },
})

const switchOffEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/json/second_factor',
  summary: 'Switch the second factor off',
  params: { code: anyCode },
  response: {},
  errors: errorsOfCode,

  async handler({ ctx, requester, params }) {
    await switchOff(ctx, requester, params.code)
    return {}
  },
})

/** Source: docs/protocol/second-factors.md#reset. */
const resetEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/{user_id}/second_factor',
  needsProof: true,
  tag: 'users',
  summary: 'Remove the second factor of a person who has lost it',
  description: 'Administrators only, and owners only where an owner is concerned.',
  auth: 'basic',
  params: { user_id: userReference() },
  response: {},
  errors: [
    AdministratorRequiredError,
    OwnerRequiredError,
    NoSuchUserError,
    NoSecondFactorError,
    OwnSecondFactorError,
  ],

  async handler({ ctx, requester, params }) {
    await resetSecondFactor(ctx, requester, params.user_id)
    return {}
  },
})

export const secondFactorEndpoints: readonly Endpoint[] = [
  takeSecondStepEndpoint,
  showEndpoint,
  beginEndpoint,
  confirmEndpoint,
  renewEndpoint,
  switchOffEndpoint,
  resetEndpoint,
]
