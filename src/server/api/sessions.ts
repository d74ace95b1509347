import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { integer, text } from '../http/declare/params'
import { RateLimitedError } from '../http/errors'
import { otherLoginRefusals, LoginRefusedError } from '../chat/rules/errors'
import { InvalidCodeError } from '../chat/rules/password-errors'
import { sizeLimits } from '../chat/rules/limits'
import { mailLoginNotice } from '../chat/actions/users/login-mail'
import {
  endCurrentSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '../chat/actions/users/sessions'
import { addressAfterLogout } from '../identity/flow/log-out'
import { logInByPassword } from '../identity/directories/log-in'
import {
  DirectoryRefusedError,
  NoSecretsKeyError,
  SecondFactorRequiredError,
  SetupRequiredError,
  SignUpNeededError,
  WrongCodeError,
} from '../identity/errors'
import { openSessionAfterFirstFactor } from '../identity/second-factors/log-in'
import { prove, proveForKey } from '../identity/proofs/prove'
import { ReauthenticationRequiredError } from '../identity/proofs/require-proof'
import { sessionSchema } from '../../shared/sessions'
import { presentSession } from '../wire/sessions'
import { apiKeySchema } from '../../shared/users'
import { addressOf } from '../wire/addresses'

/** Opens a session for a browser. Source: docs/protocol/authentication.md#log-in. */
const logInEndpoint = endpoint({
  method: 'POST',
  path: '/json/session',
  tag: 'sessions',
  summary: 'Log a browser in with email and password',
  description:
    'The answer sets a cookie, which calls everything that takes an API key. A browser that was ' +
    'logged in already gets another session.',
  auth: 'none',
  params: {
    email: text({
      aliases: ['username'],
      description: 'Email of the account, or the name of the person in a directory',
      example: 'ada@example.com',
    }),
    password: text({ isExact: true, description: 'Its password', example: 'correct horse' }),
  },
  response: {
    user_id: Type.Integer(),
    email: Type.String(),
  },
  errors: [
    ...[LoginRefusedError, ...otherLoginRefusals, DirectoryRefusedError, SignUpNeededError],
    ...[SecondFactorRequiredError, SetupRequiredError, NoSecretsKeyError],
    RateLimitedError,
  ],

  async handler({ ctx, params: { email, password }, request }) {
    const { subdomain, ip, headers, sessionToken: replaces } = request
    request.note({ account: email.slice(0, sizeLimits.emailCharacters) })
    const user = await logInByPassword(ctx, { subdomain, ip, email, password })
    const userAgent = headers['user-agent'] ?? ''
    const browser = { ip, userAgent, replaces, providerSlug: user.providerSlug }
    request.keepSession(await openSessionAfterFirstFactor(ctx, user, browser))
    await mailLoginNotice(ctx, user, { ip, userAgent })
    return { user_id: user.id, email: addressOf(user) }
  },
})

/** Ends the browser's session. Source: docs/protocol/authentication.md#log-out. */
const logOutEndpoint = endpoint({
  method: 'DELETE',
  path: '/json/session',
  tag: 'sessions',
  summary: 'Log the browser out',
  auth: 'basic',
  scope: 'full',
  params: {},
  response: {
    logout_url: Type.Optional(
      Type.String({
        description:
          'Address at which the identity provider of the session ends its own; the browser goes there',
      }),
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      description: 'The call was authenticated by an API key.',
      example: 'There is no session to end.',
    },
  ],

  async handler({ ctx, requester, request }) {
    const { realm_id: realmId } = requester
    const { origin } = request
    const there = await endCurrentSession(ctx, requester)
    request.forgetSession()
    const address = there && (await addressAfterLogout(ctx, { realmId, origin, ...there }))
    return address === undefined ? {} : { logout_url: address }
  },
})

const listSessionsEndpoint = endpoint({
  method: 'GET',
  path: '/json/sessions',
  tag: 'sessions',
  summary: 'List the browsers that the requester is logged in with',
  auth: 'basic',
  scope: 'full',
  params: {},
  response: { sessions: Type.Array(sessionSchema, { description: 'Last used first' }) },

  async handler({ ctx, requester }) {
    const sessions = await listOwnSessions(ctx, requester)
    const currentId = requester.session?.id
    return { sessions: sessions.map((session) => presentSession(session, currentId)) }
  },
})

const endSessionEndpoint = endpoint({
  method: 'DELETE',
  path: '/json/sessions/{session_id}',
  tag: 'sessions',
  summary: 'Log one browser of the requester out',
  auth: 'basic',
  scope: 'full',
  params: { session_id: integer({ min: 1, description: 'Id of the session' }) },
  response: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      description: 'The session does not exist or is of another user.',
      example: 'Invalid session ID',
    },
  ],

  async handler({ ctx, requester, params, request }) {
    await endOwnSession(ctx, requester, params.session_id)
    if (params.session_id === requester.session?.id) request.forgetSession()
    return {}
  },
})

const endOtherSessionsEndpoint = endpoint({
  method: 'DELETE',
  path: '/json/sessions',
  tag: 'sessions',
  summary: 'Log all browsers of the requester out, but the one that asks',
  auth: 'basic',
  scope: 'full',
  params: {},
  response: {},

  async handler({ ctx, requester }) {
    await endOtherSessions(ctx, requester)
    return {}
  },
})

/**
 * Answers the requester's API key, for use in their own programs.
 * Source: docs/protocol/authentication.md#own-key.
 */
const fetchOwnKeyEndpoint = endpoint({
  method: 'POST',
  path: '/json/fetch_api_key',
  tag: 'sessions',
  summary: 'Show the API key of the requester, who repeats the password',
  auth: 'basic',
  scope: 'full',
  params: {
    password: text({
      default: '',
      isExact: true,
      description:
        'Password of the requester; empty: the session has proved its person in the last ten minutes',
      example: 'PASSWORD',
    }),
  },
  response: {
    api_key: apiKeySchema,
    email: Type.String(),
  },
  errors: [
    { description: 'The password is wrong.', example: 'Password is incorrect.' },
    ReauthenticationRequiredError,
    RateLimitedError,
  ],

  async handler({ ctx, requester, params: { password }, request: { ip } }) {
    await proveForKey(ctx, requester, { password, ip })
    return { api_key: requester.api_key, email: addressOf(requester) }
  },
})

/** For links to dangerous files, before they are opened. Source: docs/protocol/step-up.md#check. */
const checkProofEndpoint = endpoint({
  method: 'GET',
  path: '/json/session/proof',
  tag: 'sessions',
  summary: 'Ask whether dangerous calls are possible now',
  auth: 'basic',
  scope: 'full',
  needsProof: true,
  params: {},
  response: {},

  handler: async () => ({}),
})

/** Source: docs/protocol/step-up.md#prove. */
const proveEndpoint = endpoint({
  method: 'POST',
  path: '/json/session/proof',
  tag: 'sessions',
  summary: 'Prove again who is there, before a dangerous call',
  description: 'The session may make dangerous calls for the next ten minutes.',
  auth: 'basic',
  scope: 'full',
  params: {
    password: text({
      default: '',
      isExact: true,
      description: 'Password of the requester',
      example: 'PASSWORD',
    }),
    code: text({
      default: '',
      maxLength: 100,
      description: 'In its place: a code by mail, or of the authenticator app',
    }),
  },
  response: {},
  errors: [
    { description: 'The password is wrong.', example: 'Password is incorrect.' },
    InvalidCodeError,
    WrongCodeError,
    {
      code: 'BAD_REQUEST',
      description: 'The call was authenticated by an API key.',
      example: 'Only sessions are asked for a proof.',
    },
    RateLimitedError,
  ],

  async handler({ ctx, requester, params, request: { ip, loginKey: browserKey } }) {
    await prove(ctx, requester, { ...params, ip, browserKey })
    return {}
  },
})

export const sessionsEndpoints: readonly Endpoint[] = [
  logInEndpoint,
  logOutEndpoint,
  listSessionsEndpoint,
  endSessionEndpoint,
  endOtherSessionsEndpoint,
  fetchOwnKeyEndpoint,
  checkProofEndpoint,
  proveEndpoint,
]
