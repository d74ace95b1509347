import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { describeRealm } from '../chat/actions/realms/find-realm'
import { realmPictureUrl } from '../wire/realm-pictures'
import { serverVersion, serverVersionFields } from '../wire/server-version'
import { RateLimitedError } from '../http/errors'
import { text } from '../http/declare/params'
import { browserLoginRefusal, otherLoginRefusals, LoginRefusedError } from '../chat/rules/errors'
import { reachesMobileApps } from '../chat/rules/pushes/can-push'
import { sizeLimits } from '../chat/rules/limits'
import { mailLoginNotice } from '../chat/actions/users/login-mail'
import { isMailOn } from '../chat/notify/mail/enqueue'
import { listExternalMethods } from '../identity/flow/describe-methods'
import { logInByPassword } from '../identity/directories/log-in'
import { DirectoryRefusedError, SignUpNeededError } from '../identity/errors'
import { requirePasswordAlone } from '../identity/second-factors/log-in'
import { apiKeySchema } from '../../shared/users'
import { addressOf } from '../wire/addresses'

const externalMethodSchema = Type.Object({
  name: Type.String(),
  display_name: Type.String(),
  display_icon: Type.Union([Type.String(), Type.Null()], { description: 'Address of a picture' }),
  login_url: Type.String({ description: 'Path' }),
  signup_url: Type.String({ description: 'Path' }),
})

/** The ways to log in without any provider; clients expect all of these keys. */
const authenticationMethods = {
  password: true,
  email: true,
  dev: false,
  ldap: false,
  remoteuser: false,
  github: false,
  google: false,
  gitlab: false,
  azuread: false,
  apple: false,
  saml: false,
  'openid connect': false,
}

/** Describes the server and the realm. Source: docs/protocol/authentication.md#server-settings. */
const getServerSettingsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/server_settings',
  tag: 'server',
  summary: 'Describe the server and the organization that the host names',
  auth: 'none',
  params: {},
  response: {
    ...serverVersionFields,
    push_notifications_enabled: Type.Boolean(),
    is_incompatible: Type.Boolean(),
    email_auth_enabled: Type.Boolean(),
    require_email_format_usernames: Type.Boolean(),
    realm_uri: Type.String({ description: 'Address of the organization; the older name' }),
    realm_url: Type.String({ description: 'Address of the organization' }),
    realm_name: Type.String(),
    realm_icon: Type.String(),
    realm_description: Type.String({ description: 'HTML' }),
    realm_web_public_access_enabled: Type.Boolean(),
    realm_invite_required: Type.Boolean({ description: 'Whether one joins by invitation alone' }),
    mail_enabled: Type.Boolean({ description: 'Whether the server sends mail' }),
    password_min_length: Type.Integer({ description: 'Fewest characters of a new password' }),
    password_min_guesses: Type.Integer({
      description: 'Guesses in which a new password must not be found; 0: any will do',
    }),
    authentication_methods: Type.Record(Type.String(), Type.Boolean()),
    external_authentication_methods: Type.Array(externalMethodSchema, {
      description: 'In the order of display',
    }),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      description: 'The host names no organization.',
      example: 'Invalid subdomain',
    },
  ],

  async handler({ ctx, request }) {
    const realm = await describeRealm(ctx, request.subdomain)
    const external = await listExternalMethods(ctx, realm)
    const methods = Object.keys(authenticationMethods).filter((name) => external.kinds.has(name))
    return {
      ...serverVersion,
      push_notifications_enabled: await reachesMobileApps(ctx.config, ctx.db.query),
      is_incompatible: false,
      email_auth_enabled: realm.hasPasswords,
      require_email_format_usernames: !external.takesNames,
      realm_uri: request.origin,
      realm_url: request.origin,
      realm_name: realm.name,
      realm_icon: realmPictureUrl(realm, 'icon'),
      realm_description: realm.description,
      realm_web_public_access_enabled: false,
      // Without mail, addresses cannot be confirmed, so joining requires an invitation.
      realm_invite_required: realm.invitesOnly || !isMailOn(ctx),
      mail_enabled: isMailOn(ctx),
      password_min_length: ctx.config.passwordMinLength,
      password_min_guesses: ctx.config.passwordMinGuesses,
      authentication_methods: {
        ...authenticationMethods,
        ...{ password: realm.hasPasswords, email: realm.hasPasswords },
        ...Object.fromEntries(methods.map((name) => [name, true])),
      },
      external_authentication_methods: external.methods,
    }
  },
})

/**
 * Exchanges email and password for the API key.
 * Source: docs/protocol/authentication.md#fetch-api-key.
 */
const fetchApiKeyEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/fetch_api_key',
  tag: 'server',
  summary: 'Log in: exchange email and password for the API key',
  description: 'The key is the same with every call.',
  auth: 'none',
  params: {
    username: text({
      description: 'Email of the account, or the name of the person in a directory',
      example: 'ada@example.com',
    }),
    password: text({ isExact: true, description: 'Its password', example: 'correct horse' }),
  },
  response: {
    api_key: apiKeySchema,
    email: Type.String(),
    user_id: Type.Integer(),
  },
  errors: [
    ...[LoginRefusedError, ...otherLoginRefusals, browserLoginRefusal, DirectoryRefusedError],
    ...[SignUpNeededError, RateLimitedError],
  ],

  async handler({ ctx, params, request }) {
    const { subdomain, ip } = request
    const { username: email, password } = params
    request.note({ account: email.slice(0, sizeLimits.emailCharacters) })
    const user = await logInByPassword(ctx, { subdomain, ip, email, password })
    await requirePasswordAlone(ctx, user)
    await mailLoginNotice(ctx, user, { ip, userAgent: request.headers['user-agent'] ?? '' })
    return { api_key: user.api_key, email: addressOf(user), user_id: user.id }
  },
})

export const serverEndpoints: readonly Endpoint[] = [getServerSettingsEndpoint, fetchApiKeyEndpoint]
