import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { describeRealm } from '../../services/realms'
import { realmIconUrl } from '../../wire/avatars'
import { serverVersion, serverVersionFields } from '../../wire/server-version'

/** Email and password are the one way to log in; clients look for each of these keys. */
const authenticationMethods = {
  password: true,
  email: true,
  dev: false,
  ldap: false,
  remoteuser: false,
  github: false,
  google: false,
  saml: false,
}

/** Source: protocol notes 7.3; client notes 9.1. */
export const getServerSettingsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/server_settings',
  tag: 'server',
  summary: 'Describe the server and the organisation that the host names',
  auth: 'none',
  params: {},
  response: {
    ...serverVersionFields,
    push_notifications_enabled: Type.Boolean(),
    is_incompatible: Type.Boolean(),
    email_auth_enabled: Type.Boolean(),
    require_email_format_usernames: Type.Boolean(),
    realm_uri: Type.String({ description: 'Address of the organisation; the older name' }),
    realm_url: Type.String({ description: 'Address of the organisation' }),
    realm_name: Type.String(),
    realm_icon: Type.String(),
    realm_description: Type.String({ description: 'HTML' }),
    realm_web_public_access_enabled: Type.Boolean(),
    authentication_methods: Type.Record(Type.String(), Type.Boolean()),
    external_authentication_methods: Type.Array(Type.Unknown()),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      description: 'The host names no organisation.',
      example: 'Invalid subdomain',
    },
  ],

  async handler({ ctx, request }) {
    const realm = await describeRealm(ctx, request.subdomain)
    return {
      ...serverVersion,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_uri: request.origin,
      realm_url: request.origin,
      realm_name: realm.name,
      realm_icon: realmIconUrl(realm.stringId),
      realm_description: realm.description,
      realm_web_public_access_enabled: false,
      authentication_methods: authenticationMethods,
      external_authentication_methods: [],
    }
  },
})
