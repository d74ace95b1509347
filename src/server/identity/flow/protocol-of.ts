import type { IdentityProvider } from '../providers/find-providers'
import { codeFlow } from '../protocols/code-flow'
import { jwt } from '../protocols/jwt/jwt'
import { ldap } from '../protocols/ldap/ldap'
import type { Protocol } from '../protocols/protocol'
import { proxy } from '../protocols/proxy'
import { saml } from '../protocols/saml/saml'

const others: Partial<Record<IdentityProvider['kind'], Protocol>> = { saml, jwt, proxy, ldap }

/** The protocol that a provider speaks. */
export function protocolOf({ kind }: Pick<IdentityProvider, 'kind'>): Protocol {
  return others[kind] ?? codeFlow
}
