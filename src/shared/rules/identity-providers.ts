/*
 * The kinds of identity providers and their options: the server checks by this table, and the form of the web app is drawn
 * from it. Source: docs/protocol/single-sign-on.md#kinds.
 */

export const providerKinds = [
  ...(['saml', 'oidc', 'google', 'entra', 'gitlab', 'github', 'discord', 'ldap'] as const),
  ...(['jwt', 'proxy'] as const),
] as const
export type ProviderKind = (typeof providerKinds)[number]

/** A text of so many characters at most. */
const text = (maxCharacters: number) => ({ type: 'text', maxCharacters }) as const
/** An address of the web. */
const url = (maxCharacters: number) => ({ type: 'url', maxCharacters }) as const
/** Several long texts. */
const texts = (maxItems: number, maxCharacters: number) =>
  ({ type: 'texts', maxItems, maxCharacters }) as const
/** Several words, in a field with commas in between. */
const list = (maxItems: number, maxCharacters: number) =>
  ({ type: 'list', maxItems, maxCharacters }) as const
const flag = { type: 'flag' } as const

/** The form of the value of each option. */
export const optionForms = {
  metadata_url: url(1_000),
  entity_id: text(1_000),
  sso_url: url(1_000),
  slo_url: url(1_000),
  certificates: texts(3, 50_000),
  server_url: url(1_000),
  ca_certificates: texts(3, 50_000),
  is_unencrypted: flag,
  bind_dn: text(1_000),
  search_base: text(1_000),
  user_filter: text(2_000),
  login_attribute: text(200),
  append_domain: text(253),
  id_attribute: text(200),
  email_attribute: text(200),
  full_name_attribute: text(200),
  first_name_attribute: text(200),
  last_name_attribute: text(200),
  picture_attribute: text(200),
  disabled_attribute: text(200),
  required_attributes: texts(20, 4_000),
  group_base: text(1_000),
  creates_accounts: flag,
  allows_idp_initiated: flag,
  issuer: url(500),
  tenant: text(100),
  tenants: list(50, 100),
  algorithms: list(4, 10),
  public_keys: texts(3, 10_000),
  jwks_url: url(1_000),
  token_issuer: text(500),
  token_audience: text(500),
  user_header: text(100),
  email_header: text(100),
  name_header: text(100),
  groups_header: text(100),
  client_id: text(500),
  hosted_domain: text(253),
  organization: text(150),
  icon_url: url(1_000),
  updates_addresses: flag,
  trusts_addresses: flag,
} as const

export type OptionName = keyof typeof optionForms

interface ValueOfType {
  text: string
  url: string
  texts: readonly string[]
  list: readonly string[]
  flag: boolean
}

/** Options of a provider beside its secret. */
export type ProviderOptions = {
  [Name in OptionName]?: ValueOfType[(typeof optionForms)[Name]['type']]
}

interface OptionsOfKind {
  required: readonly OptionName[]
  /** Options that may be left out. */
  more: readonly OptionName[]
  /** Whether the provider and this server share a secret. */
  hasSecret: boolean
}

const common = ['icon_url', 'updates_addresses'] as const

/** The options of each kind, in the order of the form. */
export const optionsOfKinds: Readonly<Record<ProviderKind, OptionsOfKind>> = {
  saml: {
    required: ['entity_id', 'sso_url', 'certificates'],
    more: [
      ...([
        'metadata_url',
        'slo_url',
        'id_attribute',
        'email_attribute',
        'full_name_attribute',
      ] as const),
      ...(['first_name_attribute', 'last_name_attribute', 'allows_idp_initiated'] as const),
      ...common,
    ],
    hasSecret: false,
  },
  oidc: openId(['issuer', 'client_id'], ['trusts_addresses']),
  google: openId(['client_id'], ['hosted_domain']),
  entra: openId(['tenant', 'client_id'], ['tenants', 'trusts_addresses']),
  gitlab: openId(['client_id'], ['issuer']),
  github: openId(['client_id'], ['issuer', 'organization']),
  discord: openId(['client_id'], []),
  ldap: {
    required: ['server_url', 'search_base'],
    more: [
      ...(['ca_certificates', 'is_unencrypted', 'bind_dn', 'user_filter'] as const),
      ...(['login_attribute', 'append_domain', 'id_attribute', 'email_attribute'] as const),
      ...(['full_name_attribute', 'first_name_attribute', 'last_name_attribute'] as const),
      ...(['picture_attribute', 'disabled_attribute', 'required_attributes'] as const),
      ...(['group_base', 'creates_accounts', 'updates_addresses'] as const),
    ],
    hasSecret: true,
  },
  jwt: openId(['algorithms'], ['public_keys', 'jwks_url', 'token_issuer', 'token_audience']),
  proxy: {
    required: ['user_header'],
    more: ['email_header', 'name_header', 'groups_header', ...common],
    hasSecret: false,
  },
}

function openId(required: readonly OptionName[], more: readonly OptionName[]): OptionsOfKind {
  return { required, more: [...more, ...common], hasSecret: true }
}

/** Whether an organization has one provider of a kind: its addresses do not name it. */
export const isOnce = (kind: ProviderKind): boolean => kind === 'jwt' || kind === 'proxy'

/** The option of a kind after which its form asks for the secret. */
export function optionBeforeSecret(kind: ProviderKind): OptionName | undefined {
  const { required, hasSecret } = optionsOfKinds[kind]
  if (kind === 'ldap') return 'bind_dn'
  return hasSecret ? required.at(-1) : undefined
}

/** Whether a kind has an option. */
export function hasOption(kind: ProviderKind, name: OptionName): boolean {
  const { required, more } = optionsOfKinds[kind]
  return required.includes(name) || more.includes(name)
}
