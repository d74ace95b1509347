import type { IdentityProvider } from '../providers/find-providers'
import { codeFlow } from '../protocols/code-flow'
import { ldap } from '../protocols/ldap/ldap'
import type { Protocol } from '../protocols/protocol'
import { saml } from '../protocols/saml/saml'

/** The protocol that a provider speaks. */
export function protocolOf({ kind }: Pick<IdentityProvider, 'kind'>): Protocol {
  if (kind === 'ldap') return ldap
  return kind === 'saml' ? saml : codeFlow
}
