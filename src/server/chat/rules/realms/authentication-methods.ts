import { Type } from '@sinclair/typebox'

/** A login method: `enabled` by the organization, `available` on this server. */
export interface AuthenticationMethod {
  enabled: boolean
  available: boolean
}

/** Only email with password is implemented; clients expect an entry for each of the others too. */
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

/** The login methods by name. Source: docs/protocol/level-371.md#realm-authentication-methods. */
export function presentAuthenticationMethods(): Record<string, AuthenticationMethod> {
  const entries = Object.entries(available)
  return Object.fromEntries(entries.map(([name, is]) => [name, { enabled: is, available: is }]))
}
