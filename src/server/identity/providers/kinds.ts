import { BadRequestError } from '../../chat/rules/errors'

/** The kinds of identity providers. Source: docs/protocol/single-sign-on.md#kinds. */
export const providerKinds = ['oidc', 'google', 'entra', 'gitlab', 'github', 'discord'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** Options of a provider beside its client's secret. */
export interface ProviderOptions {
  client_id: string
  /** Address of the provider, whose configuration is at `/.well-known/openid-configuration` below it. */
  issuer?: string
  /** Directory id of Entra. */
  tenant?: string
  /** Only accounts of this domain, which Google vouches for. */
  hosted_domain?: string
  /** Address of the button's picture. */
  icon_url?: string
  /** Whether an address counts as verified if the provider does not say; it does so by default at Entra. */
  trusts_addresses?: boolean
  /** Whether an address that changes at the provider changes here. */
  updates_addresses?: boolean
}

type OptionName = keyof ProviderOptions

interface Kind {
  /** Name of the method in `external_authentication_methods`; of OpenID Connect, its prefix. */
  method: string
  /** Key of `authentication_methods`. */
  key: string
  /** Buttons with a higher number come first. Source: docs/protocol/single-sign-on.md#external-methods. */
  order: number
  /** Options beside those that all kinds have. */
  options: readonly OptionName[]
  required: readonly OptionName[]
  /** The issuer; undefined for GitHub and Discord, which have no OpenID Connect. */
  issuerOf(options: ProviderOptions): string | undefined
}

const common = ['client_id', 'icon_url', 'updates_addresses'] as const

const fixedIssuer = (issuer: string) => () => issuer
const gitlabIssuer = 'https://gitlab.com'

export const kinds: Readonly<Record<ProviderKind, Kind>> = {
  oidc: {
    ...{ method: 'oidc', key: 'openid connect', order: 100 },
    options: ['issuer', 'trusts_addresses'],
    required: ['issuer'],
    issuerOf: ({ issuer }) => issuer,
  },
  google: {
    ...{ method: 'google', key: 'google', order: 150 },
    options: ['hosted_domain'],
    required: [],
    issuerOf: fixedIssuer('https://accounts.google.com'),
  },
  entra: {
    ...{ method: 'azuread-oauth2', key: 'azuread', order: 50 },
    options: ['tenant', 'trusts_addresses'],
    required: ['tenant'],
    issuerOf: ({ tenant }) => `https://login.microsoftonline.com/${tenant}/v2.0`,
  },
  gitlab: {
    ...{ method: 'gitlab', key: 'gitlab', order: 75 },
    options: ['issuer'],
    required: [],
    issuerOf: ({ issuer = gitlabIssuer }) => issuer,
  },
  github: {
    ...{ method: 'github', key: 'github', order: 100 },
    options: [],
    required: [],
    issuerOf: () => undefined,
  },
  discord: {
    ...{ method: 'discord', key: 'discord', order: 20 },
    options: [],
    required: [],
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
  const allowed = new Set<string>([...common, ...kinds[kind].options])
  for (const name of Object.keys(options)) {
    if (!allowed.has(name)) throw new BadRequestError(`${kind} has no option ${name}.`)
  }
  for (const name of ['client_id', ...kinds[kind].required] as const) {
    if (!options[name]) throw new BadRequestError(`${kind} needs the option ${name}.`)
  }
  const { issuer, tenant, icon_url: icon } = options
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
