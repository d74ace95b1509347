import { Type } from '@sinclair/typebox'
import type { TProperties } from '@sinclair/typebox'
import { LoginRefusedError } from '../chat/rules/errors'
import { mailLoginNotice } from '../chat/actions/users/login-mail'
import type { PasskeyRow } from '../data/schema'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { json } from '../http/declare/json-param'
import { integer, text } from '../http/declare/params'
import { RateLimitedError } from '../http/errors'
import {
  LoginEndedError,
  NoSuchPasskeyError,
  PasskeyRefusedError,
  SecondFactorRequiredError,
  SessionRequiredError,
  SetupRequiredError,
} from '../identity/errors'
import { beginPasskeyLogin, logInByPasskey } from '../identity/passkeys/log-in'
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from '../identity/passkeys/own'
import { beginRegistration, register } from '../identity/passkeys/register'
import { siteOf } from '../identity/passkeys/site'
import { addressOf } from '../wire/addresses'

/* Passkeys. Source: docs/protocol/second-factors.md#passkeys. */

const own = { tag: 'sessions', auth: 'basic', scope: 'full' } as const
const anybody = { tag: 'sessions', auth: 'none' } as const

const unixTime = (description: string) => Type.Integer({ description })

const passkeySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created_at: unixTime('Unix time'),
  last_used_at: Type.Union([unixTime('Unix time'), Type.Null()], { description: 'Null: never' }),
  is_backed_up: Type.Boolean({ description: 'Whether it is on several devices of the person' }),
})

function present({ id, name, created_at, last_used_at, is_backed_up }: PasskeyRow) {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)
  return {
    ...{ id, name, is_backed_up, created_at: seconds(created_at) },
    last_used_at: last_used_at && seconds(last_used_at),
  }
}

/** Longest texts of a credential. */
const longest = 20_000
const base64url = (description: string, maxLength = longest) =>
  Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$', description })

/** As `PublicKeyCredential.toJSON()` spells it; other members are ignored. */
const credentialOf = <T extends TProperties>(response: T) =>
  Type.Object({
    id: base64url('Id of the credential', 1_400),
    rawId: base64url('The same', 1_400),
    type: Type.Literal('public-key'),
    response: Type.Object(response),
  })

const clientDataJSON = base64url('Base64url, as all texts here')
const madeCredential = credentialOf({
  clientDataJSON,
  attestationObject: base64url('From the browser'),
  transports: Type.Optional(
    Type.Array(Type.String({ maxLength: 40, pattern: '^[a-z-]+$' }), { maxItems: 20 }),
  ),
})
const usedCredential = credentialOf({
  clientDataJSON,
  authenticatorData: base64url('From the browser'),
  signature: base64url('From the browser'),
  userHandle: Type.Optional(base64url('Id of the account', 200)),
})

const optionsSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: 'For `navigator.credentials`, with bytes as base64url',
})

const noHostName = {
  code: 'BAD_REQUEST',
  description: 'The address of the server has no host name.',
  example: 'Passkeys need a host name in the address of this server.',
}
const unknownHost = {
  code: 'BAD_REQUEST',
  description: 'The host names no organization.',
  example: 'Invalid subdomain',
}
const tooMany = {
  code: 'BAD_REQUEST',
  description: 'The requester has 20 passkeys.',
  example: 'Too many passkeys (limit: 20)',
}
const badName = {
  code: 'BAD_REQUEST',
  description: 'The name is empty or too long.',
  example: 'The name of a passkey has 1 to 60 characters.',
}

const name = text({ maxLength: 200, description: '1 to 60 characters', example: 'Blue key' })
const passkey_id = integer({ min: 1, description: 'Id of the passkey' })

/** Source: docs/protocol/second-factors.md#passkey-login. */
const beginLoginEndpoint = endpoint({
  ...anybody,
  method: 'POST',
  path: '/json/session/passkey/options',
  summary: 'Begin a login by a passkey',
  params: {},
  response: { options: optionsSchema },
  errors: [unknownHost, RateLimitedError],

  async handler({ ctx, request: { origin, subdomain, ip } }) {
    return { options: { ...(await beginPasskeyLogin(ctx, siteOf(origin), { subdomain, ip })) } }
  },
})

const logInEndpoint = endpoint({
  ...anybody,
  method: 'POST',
  path: '/json/session/passkey',
  summary: 'Log a browser in by a passkey',
  description: 'The answer sets a cookie, as that of `POST /json/session`.',
  params: {
    credential: json(usedCredential, {
      longest: 100_000,
      description: 'Answer of the authenticator',
      example: {
        ...{ id: 'ID', rawId: 'ID', type: 'public-key' },
        response: { clientDataJSON: 'DATA', authenticatorData: 'DATA', signature: 'SIGNATURE' },
      },
    }),
  },
  response: { user_id: Type.Integer(), email: Type.String() },
  errors: [
    unknownHost,
    LoginEndedError,
    PasskeyRefusedError,
    LoginRefusedError,
    SecondFactorRequiredError,
    SetupRequiredError,
    RateLimitedError,
  ],

  async handler({ ctx, params, request }) {
    const { origin, subdomain, ip, headers, sessionToken: replaces } = request
    const userAgent = headers['user-agent'] ?? ''
    const { user, sessionToken } = await logInByPasskey(ctx, siteOf(origin), {
      ...{ subdomain, ip, userAgent, replaces },
      credential: { ...params.credential, clientExtensionResults: {} },
    })
    request.note({ account: user.id })
    request.keepSession(sessionToken)
    await mailLoginNotice(ctx, user, { ip, userAgent })
    return { user_id: user.id, email: addressOf(user) }
  },
})

const listEndpoint = endpoint({
  ...own,
  method: 'GET',
  path: '/json/passkeys',
  summary: 'List the passkeys of the requester',
  params: {},
  response: { passkeys: Type.Array(passkeySchema, { description: 'The oldest first' }) },

  async handler({ ctx, requester }) {
    return { passkeys: (await listOwnPasskeys(ctx, requester)).map(present) }
  },
})

const beginRegistrationEndpoint = endpoint({
  ...own,
  method: 'POST',
  path: '/json/passkeys/options',
  needsProof: true,
  summary: 'Begin to add a passkey',
  params: {},
  response: { options: optionsSchema },
  errors: [SessionRequiredError, noHostName, tooMany],

  async handler({ ctx, requester, request: { origin } }) {
    return { options: { ...(await beginRegistration(ctx, requester, siteOf(origin))) } }
  },
})

const registerEndpoint = endpoint({
  ...own,
  method: 'POST',
  path: '/json/passkeys',
  summary: 'Add a passkey',
  params: {
    name,
    credential: json(madeCredential, {
      longest: 100_000,
      description: 'Answer of the authenticator',
      example: {
        ...{ id: 'ID', rawId: 'ID', type: 'public-key' },
        response: { clientDataJSON: 'DATA', attestationObject: 'DATA' },
      },
    }),
  },
  response: { passkey: passkeySchema },
  errors: [SessionRequiredError, tooMany, badName, LoginEndedError, PasskeyRefusedError],

  async handler({ ctx, requester, params, request: { origin } }) {
    const made = await register(ctx, requester, siteOf(origin), {
      name: params.name,
      credential: { ...params.credential, clientExtensionResults: {} },
    })
    return { passkey: present(made) }
  },
})

const renameEndpoint = endpoint({
  ...own,
  method: 'PATCH',
  path: '/json/passkeys/{passkey_id}',
  summary: 'Rename a passkey',
  params: { passkey_id, name },
  response: { passkey: passkeySchema },
  errors: [SessionRequiredError, NoSuchPasskeyError, badName],

  async handler({ ctx, requester, params }) {
    const change = { id: params.passkey_id, name: params.name }
    return { passkey: present(await renameOwnPasskey(ctx, requester, change)) }
  },
})

const removeEndpoint = endpoint({
  ...own,
  method: 'DELETE',
  path: '/json/passkeys/{passkey_id}',
  needsProof: true,
  summary: 'Remove a passkey',
  params: { passkey_id },
  response: {},
  errors: [
    SessionRequiredError,
    NoSuchPasskeyError,
    {
      code: 'BAD_REQUEST',
      description: 'Passwords are off, and no owner has another way to log in.',
      example: 'No owner could log in any more. First switch passwords on.',
    },
  ],

  async handler({ ctx, requester, params }) {
    await removeOwnPasskey(ctx, requester, params.passkey_id)
    return {}
  },
})

export const passkeysEndpoints: readonly Endpoint[] = [
  beginLoginEndpoint,
  logInEndpoint,
  listEndpoint,
  beginRegistrationEndpoint,
  registerEndpoint,
  renameEndpoint,
  removeEndpoint,
]
