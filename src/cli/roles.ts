import { InvalidArgumentError } from 'commander'
import { roles } from '../shared/rules/roles'
import type { Role } from '../shared/rules/roles'

export const roleNames = Object.keys(roles).join(', ')

/** The number of a role's name; commander prints the error it throws. */
export function parseRole(name: string): Role {
  if (!Object.hasOwn(roles, name)) throw new InvalidArgumentError(`Roles are: ${roleNames}.`)
  return roles[name as keyof typeof roles]
}

/** A reference to an account, by its id or by its email. */
export function parseUserReference(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}
