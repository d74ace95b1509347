import type { Configuration } from 'openid-client' with { 'resolution-mode': 'import' }
import type { VerifyFunction } from 'openid-client/passport' with { 'resolution-mode': 'import' }
import type { IdentityProvider } from '../providers/find-providers'

export type Tokens = Parameters<VerifyFunction>[0]

/** The tokens of a person who came back from a provider. */
export interface Answer {
  config: Configuration
  tokens: Tokens
  provider: IdentityProvider
}
