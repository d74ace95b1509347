import type { ServerMetadata } from 'openid-client' with {
  'resolution-mode': 'import',
}
import type { AppContext } from '../../context'
import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'
import type { Answer } from './answer'
import { identifyAtDiscord, identifyAtGitHub } from './oauth-services'
import { identifyByClaims } from './openid-claims'
import type { Identity } from './identity'

type Context = Pick<AppContext, 'addresses'>

/** How a service is asked about a person. */
interface Service {
  scope: string
  /** Endpoints of a service without discovery. */
  server: ServerMetadata
  /** Further arguments of the address to which the browser is sent. */
  params(options: ProviderOptions): Readonly<Record<string, string>>
  identify(ctx: Context, answer: Answer): Promise<Identity>
}

const none = () => ({})

const openid: Service = {
  scope: 'openid profile email',
  server: { issuer: '' },
  params: ({ hosted_domain: domain }) => ({ ...(domain !== undefined && { hd: domain }) }),
  identify: identifyByClaims,
}

/** Kinds whose protocol is another one. */
const withoutCodeFlow = ['saml', 'jwt', 'proxy', 'ldap'] as const
type KindWithoutCodeFlow = (typeof withoutCodeFlow)[number]

const services: Readonly<Record<Exclude<ProviderKind, KindWithoutCodeFlow>, Service>> = {
  oidc: openid,
  google: openid,
  entra: openid,
  gitlab: openid,
  github: {
    scope: 'user:email',
    server: {
      issuer: 'https://github.com',
      authorization_endpoint: 'https://github.com/login/oauth/authorize',
      token_endpoint: 'https://github.com/login/oauth/access_token',
    },
    params: none,
    identify: identifyAtGitHub,
  },
  discord: {
    scope: 'identify email',
    server: {
      issuer: 'https://discord.com',
      authorization_endpoint: 'https://discord.com/oauth2/authorize',
      token_endpoint: 'https://discord.com/api/oauth2/token',
    },
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
