import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { integer, text } from '../http/declare/params'
import { RateLimitedError } from '../http/errors'
import { otherLoginRefusals, LoginRefusedError } from '../chat/rules/errors'
import { sizeLimits } from '../chat/rules/limits'
import { mailLoginNotice } from '../chat/actions/users/login-mail'
import { fetchOwnKey } from '../chat/actions/users/own-account'
import {
  endCurrentSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  openSession,
} from '../chat/actions/users/sessions'
import { logInByPassword } from '../identity/directories/log-in'
import { DirectoryRefusedError, SignUpNeededError } from '../identity/errors'
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
    RateLimitedError,
  ],

  async handler({ ctx, params: { email, password }, request }) {
    const { subdomain, ip, headers, sessionToken: replaces } = request
    request.note({ account: email.slice(0, sizeLimits.emailCharacters) })
    const user = await logInByPassword(ctx, { subdomain, ip, email, password })
    const userAgent = headers['user-agent'] ?? ''
    const { providerSlug } = user
    request.keepSession(await openSession(ctx, user, { ip, userAgent, replaces, providerSlug }))
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
  params: {},
  response: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      description: 'The call was authenticated by an API key.',
      example: 'There is no session to end.',
    },
  ],

  async handler({ ctx, requester, request }) {
    await endCurrentSession(ctx, requester)
    request.forgetSession()
    return {}
  },
})

const listSessionsEndpoint = endpoint({
  method: 'GET',
  path: '/json/sessions',
  tag: 'sessions',
  summary: 'List the browsers that the requester is logged in with',
  auth: 'basic',
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
  params: {
    password: text({
      default: '',
      isExact: true,
      description:
        'Password of the requester; an account without one needs a session that began in the last ten minutes',
      example: 'PASSWORD',
    }),
  },
  response: {
    api_key: apiKeySchema,
    email: Type.String(),
  },
  errors: [
    { description: 'The password is wrong.', example: 'Password is incorrect.' },
    {
      description: 'The account has no password, and its session is older than ten minutes.',
      example: 'Log in again to see your API key within ten minutes.',
    },
    RateLimitedError,
  ],

  async handler({ ctx, requester, params, request }) {
    const user = await fetchOwnKey(ctx, requester, params.password, request.ip)
    return { api_key: user.api_key, email: addressOf(user) }
  },
})

export const sessionsEndpoints: readonly Endpoint[] = [
  logInEndpoint,
  logOutEndpoint,
  listSessionsEndpoint,
  endSessionEndpoint,
  endOtherSessionsEndpoint,
  fetchOwnKeyEndpoint,
]
