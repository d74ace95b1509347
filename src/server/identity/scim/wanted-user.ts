import { roles } from '../../../shared/rules/roles'
import type { Role } from '../../../shared/rules/roles'
import { invalidValue } from './errors'
import { flagIn, textIn } from './patch'
import type { Attributes } from './patch'

/* The attributes of a user. Source: docs/protocol/scim.md#users. */

/** Changes of an account that a directory wants; undefined values stay. */
export interface WantedUser {
  address: string | undefined
  fullName: string | undefined
  role: Role | undefined
  isActive: boolean | undefined
  /** Null: none any more. */
  externalId: string | null | undefined
}

const maxExternalIdCharacters = 1_000

/**
 * @param currentName completes a given name or a family name that comes alone
 * @throws ScimError `invalidValue`
 */
export function wantedUserIn(attributes: Attributes, currentName = ''): WantedUser {
  return {
    address: textIn(attributes, 'username')?.trim(),
    fullName: nameIn(attributes, currentName) ?? (textIn(attributes, 'displayname') || undefined),
    role: roleIn(attributes),
    isActive: flagIn(attributes, 'active'),
    externalId: externalIdIn(attributes),
  }
}

/** The name of the attributes below `name`. */
export function nameIn(attributes: Attributes, currentName = ''): string | undefined {
  const formatted = textIn(attributes, 'name.formatted')
  if (formatted) return formatted
  const given = textIn(attributes, 'name.givenname')
  const family = textIn(attributes, 'name.familyname')
  if (given === undefined && family === undefined) return undefined
  const current = splitName(currentName)
  const parts = [given ?? current.givenName, family ?? current.familyName]
  const name = parts.join(' ').trim()
  return name === '' ? undefined : name
}

/** The first word of a name, and the rest. */
export function splitName(fullName: string): { givenName: string; familyName: string } {
  const [givenName = '', ...rest] = fullName.split(' ')
  return { givenName, familyName: rest.join(' ') }
}

/** Names of roles, the most rights first. */
const roleNames = Object.keys(roles) as (keyof typeof roles)[]

export function nameOfRole(role: Role): string {
  return roleNames.find((name) => roles[name] === role) ?? 'member'
}

function roleIn(attributes: Attributes): Role | undefined {
  const wanted = textIn(attributes, 'role')
  if (wanted === undefined || wanted === null) return undefined
  const name = roleNames.find((known) => known === wanted)
  if (name) return roles[name]
  const known = roleNames.map((each) => `'${each}'`).join(', ')
  throw invalidValue(`Invalid role: ${wanted}. Valid values are: [${known}]`)
}

export function externalIdIn(attributes: Attributes): string | null | undefined {
  const externalId = textIn(attributes, 'externalid')
  if (externalId && externalId.length > maxExternalIdCharacters) {
    throw invalidValue(`externalId is too long (limit: ${maxExternalIdCharacters} characters)`)
  }
  return externalId === '' ? null : externalId
}
