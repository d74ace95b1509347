import type { IdentityProvider } from '../providers/find-providers'
import { codeFlow } from '../protocols/code-flow'
import type { Protocol } from '../protocols/protocol'
import { jwt } from '../protocols/jwt/jwt'
import { saml } from '../protocols/saml/saml'

/** The protocol that a provider speaks. */
export function protocolOf({ kind }: Pick<IdentityProvider, 'kind'>): Protocol {
  if (kind === 'saml') return saml
  return kind === 'jwt' ? jwt : codeFlow
}
