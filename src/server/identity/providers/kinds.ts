import { BadRequestError } from '../../chat/rules/errors'

/** The kinds of identity providers. Source: docs/protocol/single-sign-on.md#kinds. */
export const providerKinds = [
  ...(['saml', 'oidc', 'google', 'entra', 'gitlab', 'github', 'discord'] as const),
] as const
export type ProviderKind = (typeof providerKinds)[number]

/** Options of a provider beside its client's secret. */
export interface ProviderOptions {
  /** Name of this server at the provider; SAML has none. */
  client_id?: string
  /** Address of the provider, whose configuration is at `/.well-known/openid-configuration` below it. */
  issuer?: string
  /** Directory id of Entra. */
  tenant?: string
  /** Only accounts of this domain, which Google vouches for. */
  hosted_domain?: string
  /** Name of a SAML provider, which signs its assertions. */
  entity_id?: string
  /** Address of a SAML provider to which browsers are sent. */
  sso_url?: string
  /** Certificates of a SAML provider, DER in base64; several while it changes them. */
  certificates?: readonly string[]
  /** Address of the metadata of a SAML provider, which tell the three options above. */
  metadata_url?: string
  /** Whether a login may begin at a SAML provider. */
  allows_idp_initiated?: boolean
  /** Attributes of SAML. Default of the first: NameID; of the others: the names that common providers use. */
  id_attribute?: string
  email_attribute?: string
  full_name_attribute?: string
  first_name_attribute?: string
  last_name_attribute?: string
  /** Address of the button's picture. */
  icon_url?: string
  /** Whether an address counts as verified if the provider does not say; it does so by default at Entra. */
  trusts_addresses?: boolean
  /** Whether an address that changes at the provider changes here. */
  updates_addresses?: boolean
}

type OptionName = keyof ProviderOptions

interface Kind {
  /** Name of the method in `external_authentication_methods`; of OpenID Connect and SAML, its prefix. */
  method: string
  /** Key of `authentication_methods`. */
  key: string
  /** Buttons with a higher number come first. Source: docs/protocol/single-sign-on.md#external-methods. */
  order: number
  /** Options beside those that all kinds have, and those that are required. */
  options: readonly OptionName[]
  required: readonly OptionName[]
  /** The issuer of OpenID Connect; undefined for SAML, GitHub and Discord. */
  issuerOf(options: ProviderOptions): string | undefined
}

const common = ['icon_url', 'updates_addresses'] as const

const fixedIssuer = (issuer: string) => () => issuer
const gitlabIssuer = 'https://gitlab.com'

export const kinds: Readonly<Record<ProviderKind, Kind>> = {
  saml: {
    ...{ method: 'saml', key: 'saml', order: 9999 },
    options: [
      ...(['metadata_url', 'allows_idp_initiated', 'id_attribute', 'email_attribute'] as const),
      ...(['full_name_attribute', 'first_name_attribute', 'last_name_attribute'] as const),
    ],
    required: ['entity_id', 'sso_url', 'certificates'],
    issuerOf: () => undefined,
  },
  oidc: {
    ...{ method: 'oidc', key: 'openid connect', order: 100 },
    options: ['trusts_addresses'],
    required: ['client_id', 'issuer'],
    issuerOf: ({ issuer }) => issuer,
  },
  google: {
    ...{ method: 'google', key: 'google', order: 150 },
    options: ['hosted_domain'],
    required: ['client_id'],
    issuerOf: fixedIssuer('https://accounts.google.com'),
  },
  entra: {
    ...{ method: 'azuread-oauth2', key: 'azuread', order: 50 },
    options: ['trusts_addresses'],
    required: ['client_id', 'tenant'],
    issuerOf: ({ tenant }) => `https://login.microsoftonline.com/${tenant}/v2.0`,
  },
  gitlab: {
    ...{ method: 'gitlab', key: 'gitlab', order: 75 },
    options: ['issuer'],
    required: ['client_id'],
    issuerOf: ({ issuer = gitlabIssuer }) => issuer,
  },
  github: {
    ...{ method: 'github', key: 'github', order: 100 },
    options: [],
    required: ['client_id'],
    issuerOf: () => undefined,
  },
  discord: {
    ...{ method: 'discord', key: 'discord', order: 20 },
    options: [],
    required: ['client_id'],
    issuerOf: () => undefined,
  },
}

/** The directory id of Entra: tenants such as `common` accept people of any company. */
const tenantPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Checks the options of a kind.
 * @throws BadRequestError that names the option
 */
export function checkOptions(kind: ProviderKind, options: ProviderOptions): void {
  const allowed = new Set<string>([...common, ...kinds[kind].options, ...kinds[kind].required])
  for (const name of Object.keys(options)) {
    if (!allowed.has(name)) throw new BadRequestError(`${kind} has no option ${name}.`)
  }
  for (const name of kinds[kind].required) {
    if (!options[name]) throw new BadRequestError(`${kind} needs the option ${name}.`)
  }
  const { issuer, tenant, icon_url: icon, sso_url: sso, metadata_url: metadata } = options
  if (sso !== undefined) checkUrl('sso_url', sso, ['https:', 'http:'])
  if (metadata !== undefined) checkUrl('metadata_url', metadata, ['https:', 'http:'])
  if (issuer !== undefined) checkUrl('issuer', issuer, ['https:', 'http:'])
  if (icon !== undefined) checkUrl('icon_url', icon, ['https:'])
  if (tenant !== undefined && !tenantPattern.test(tenant)) {
    throw new BadRequestError('tenant must be a directory id, such as 3d1e0a4c-….')
  }
}

function checkUrl(name: string, text: string, protocols: readonly string[]): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && url.username === '' && url.password === '' && url.hash === ''
  if (!isPlain || !protocols.includes(url.protocol)) {
    throw new BadRequestError(`${name} must be an address that begins with ${protocols[0]}//.`)
  }
}
