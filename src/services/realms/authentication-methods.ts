import { Type } from '@sinclair/typebox'

/** One way to log in: whether it is chosen, and whether the server has it at all. */
export interface AuthenticationMethod {
  enabled: boolean
  available: boolean
}

/** Email and password are the one way to log in; clients look for the others, too. */
const available: Readonly<Record<string, boolean>> = {
  Email: true,
  Dev: false,
  GitHub: false,
  Google: false,
  LDAP: false,
  RemoteUser: false,
}

export const authenticationMethodSchema = Type.Record(
  Type.String(),
  Type.Object({ enabled: Type.Boolean(), available: Type.Boolean() }),
)

/** The ways to log in. Source: docs/protocol/level-371.md#realm-authentication-methods. */
export function presentAuthenticationMethods(): Record<string, AuthenticationMethod> {
  const entries = Object.entries(available)
  return Object.fromEntries(entries.map(([name, is]) => [name, { enabled: is, available: is }]))
}
