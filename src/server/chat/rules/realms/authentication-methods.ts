import { Type } from '@sinclair/typebox'
import type { StoredSettings } from '../../../data/schema'

/** A login method: `enabled` by the organization, `available` on this server. */
export interface AuthenticationMethod {
  enabled: boolean
  available: boolean
}

/** Identity providers have settings of their own; clients expect an entry for each of these names. */
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

/** Whether people of an organization log in with passwords. */
export function isPasswordLoginOn(stored: StoredSettings): boolean {
  return stored['password_login'] !== false
}

/** The stored value of {@link isPasswordLoginOn}. */
export function storedPasswordLogin(isOn: boolean): StoredSettings {
  return { password_login: isOn }
}

/**
 * The login methods of an organization by name.
 * Source: docs/protocol/level-371.md#realm-authentication-methods.
 */
export function presentAuthenticationMethods(
  stored: StoredSettings,
): Record<string, AuthenticationMethod> {
  return Object.fromEntries(
    Object.entries(available).map(([name, is]) => {
      const enabled = name === 'Email' ? isPasswordLoginOn(stored) : is
      return [name, { enabled, available: is }]
    }),
  )
}
