import { Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'
import { optionForms } from '../../../shared/rules/identity-providers'
import type { OptionName, ProviderOptions } from '../../../shared/rules/identity-providers'

/** The options of all kinds, for the reference of the API. */
const descriptions: Readonly<Record<OptionName, string>> = {
  metadata_url:
    'Address of the metadata of `saml`, which tell `entity_id`, `sso_url` and `certificates`',
  entity_id: 'Name of a `saml` provider',
  sso_url: 'Address of `saml` for HTTP-Redirect',
  slo_url: 'Address of `saml` for the end of a session, by HTTP-Redirect',
  certificates: 'Certificates with which `saml` signs, as PEM or base64; answered as base64',
  server_url: 'Address of `ldap`; `ldap://` is encrypted by StartTLS',
  ca_certificates: 'Authorities that `ldap` is trusted by, as PEM; default: the public ones',
  is_unencrypted:
    'Whether `ldap` is called without encryption, which only operators can allow for its host',
  bind_dn: 'Name by which this server searches in `ldap`; default: anonymously',
  search_base: 'Name of the entry in `ldap` below which people are',
  user_filter: 'Filter of people in `ldap`; default: `(objectClass=person)`',
  login_attribute:
    'Attribute of `ldap` with the name that people log in by; default: their address, and `uid` with `append_domain`',
  append_domain: 'Domain that makes an address of a name in `ldap`',
  id_attribute:
    'Attribute that names a person for ever; default: NameID of `saml`, `entryUUID` or `objectGUID` of `ldap`',
  email_attribute: 'Attribute of `saml` or `ldap` with the address; default at `ldap`: `mail`',
  full_name_attribute:
    'Attribute of `saml` or `ldap` with the name; default at `ldap`: `displayName`, else `cn`',
  first_name_attribute: 'Attribute of `saml` or `ldap` with the first name',
  last_name_attribute: 'Attribute of `saml` or `ldap` with the last name',
  picture_attribute: 'Attribute of `ldap` with a picture, such as `jpegPhoto`; default: none',
  disabled_attribute:
    'Attribute of `ldap` that is TRUE or YES for disabled people; bit 2 of `userAccountControl` counts as well',
  required_attributes:
    'Only people of `ldap` with all `attribute=value` lines of one of these texts; a group is `memberOf=…`',
  group_base: 'Name of the entry in `ldap` below which groups are; default: groups are not read',
  creates_accounts: 'Whether all people whom `ldap` shows get an account at the next sync',
  allows_idp_initiated: 'Whether a login may begin at the `saml` provider',
  issuer: 'Of `oidc` and `gitlab`; the address of a GitHub Enterprise Server of `github`',
  organization: 'Only members of this organization of `github`, or of a team: `acme/team`',
  tenant: 'Directory id of `entra`, or `common` or `organizations` with `tenants`',
  tenants: 'Directory ids of `entra` whose people may log in',
  algorithms:
    'Algorithms by which tokens of `jwt` may be signed: HS256, HS384 and HS512 by the secret; RS, PS and ES by `public_keys` or `jwks_url`',
  public_keys: 'Public keys of `jwt`, as PEM',
  jwks_url: 'Address of the public keys of `jwt` (JWKS)',
  token_issuer: 'Claim `iss` of tokens of `jwt`; left out: any',
  token_audience: 'Claim `aud` of tokens of `jwt`; left out: any',
  user_header:
    'Header in which a `proxy` names a person for good, such as `X-Forwarded-User` (oauth2-proxy) or `Remote-User` (Authelia)',
  email_header:
    'Header of a `proxy` with the address; default: `X-Forwarded-Email`, or `Remote-Email` beside `Remote-User`',
  name_header:
    'Header of a `proxy` with the name; default: `X-Forwarded-Preferred-Username` or `Remote-Name`',
  groups_header:
    'Header of a `proxy` with the groups, separated by commas; default: `X-Forwarded-Groups` or `Remote-Groups`',
  client_id: 'Name of this server at the provider',
  hosted_domain: 'Only accounts of this domain of `google`',
  icon_url: 'Address of the picture on the button',
  updates_addresses: 'Whether an address that changes there changes here',
  trusts_addresses:
    'Whether an address is verified if the provider does not say; default: only at `entra`',
}

function schemaOf(name: OptionName): TSchema {
  const form = optionForms[name]
  const description = descriptions[name]
  switch (form.type) {
    case 'flag':
      return Type.Boolean({ description })
    case 'texts':
    case 'list':
      return Type.Array(Type.String({ maxLength: form.maxCharacters }), {
        ...{ maxItems: form.maxItems, description },
      })
    case 'text':
    case 'url':
      return Type.String({ maxLength: form.maxCharacters, description })
  }
}

/** Options of a provider in arguments and answers; `checkOptions` checks those of a kind. */
export const optionsSchema = Type.Unsafe<ProviderOptions>(
  Type.Object(
    Object.fromEntries(
      (Object.keys(optionForms) as OptionName[]).map((name) => [
        name,
        Type.Optional(schemaOf(name)),
      ]),
    ),
    { additionalProperties: false },
  ),
)
