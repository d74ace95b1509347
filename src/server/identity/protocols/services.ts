import type { ServerMetadata } from 'openid-client' with {
  'resolution-mode': 'import',
}
import type { AppContext } from '../../context'
import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'
import type { Answer } from './answer'
import { gitHub, identifyAtDiscord, identifyAtGitHub } from './oauth-services'
import { identifyByClaims } from './openid-claims'
import type { Identity } from './identity'

type Context = Pick<AppContext, 'addresses'>

/** How a service is asked about a person. */
interface Service {
  scope(options: ProviderOptions): string
  /** Endpoints of a service without discovery. */
  server(options: ProviderOptions): ServerMetadata
  /** Further arguments of the address to which the browser is sent. */
  params(options: ProviderOptions): Readonly<Record<string, string>>
  identify(ctx: Context, answer: Answer): Promise<Identity>
}

const none = () => ({})

const openid: Service = {
  scope: () => 'openid profile email',
  server: () => ({ issuer: '' }),
  params: ({ hosted_domain: domain }) => ({ ...(domain !== undefined && { hd: domain }) }),
  identify: identifyByClaims,
}

/** Without it the strategy replaces `state`, which is the token of the flow. */
const pkce = { code_challenge_methods_supported: ['S256'] }

/** Kinds whose protocol is another one. */
const withoutCodeFlow = ['saml', 'jwt', 'proxy', 'ldap'] as const
type KindWithoutCodeFlow = (typeof withoutCodeFlow)[number]

const services: Readonly<Record<Exclude<ProviderKind, KindWithoutCodeFlow>, Service>> = {
  oidc: openid,
  google: openid,
  entra: openid,
  gitlab: openid,
  github: {
    scope: ({ organization }) =>
      organization === undefined ? 'user:email' : 'user:email read:org',
    server: ({ issuer = gitHub }) => ({
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
      ...pkce,
    }),
    params: none,
    identify: identifyAtGitHub,
  },
  discord: {
    scope: () => 'identify email',
    server: () => ({
      issuer: 'https://discord.com',
      authorization_endpoint: 'https://discord.com/oauth2/authorize',
      token_endpoint: 'https://discord.com/api/oauth2/token',
      ...pkce,
    }),
    params: none,
    identify: identifyAtDiscord,
  },
}

/**
 * OpenID Connect, or a service with an API of its own.
 * @throws Error for a kind without code flow
 */
export function serviceOf(kind: ProviderKind): Service {
  if (hasCodeFlow(kind)) return services[kind]
  throw new Error(`${kind} has no code flow.`)
}

function hasCodeFlow(kind: ProviderKind): kind is Exclude<ProviderKind, KindWithoutCodeFlow> {
  return !(withoutCodeFlow as readonly ProviderKind[]).includes(kind)
}
