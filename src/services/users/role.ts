import { roles } from '../../db/schema'
import type { Role } from '../../db/schema'
import { BadRequestError, UncodedError } from '../errors'
import { isAdministrator, isGuest } from '../permissions'

/** A role as callers ask for it: older clients set two flags, newer ones the role itself. */
export interface WantedRole {
  role?: number | undefined
  isAdmin?: boolean | undefined
  isGuest?: boolean | undefined
}

/**
 * The role that somebody has after a change. A flag that is not given stays as it is, so an
 * administrator must cease to be one before becoming a guest, or at the same time.
 *
 * @throws BadRequestError for an unknown role and for flags that contradict it
 * @throws UncodedError for guests who would be administrators. Source: protocol notes 10.
 */
export function changedRole(current: Role, wanted: WantedRole): Role {
  const next = wanted.role === undefined ? undefined : checkRole(wanted.role)
  const base = { role: next ?? current }
  const admin = wanted.isAdmin ?? isAdministrator(base)
  const guest = wanted.isGuest ?? isGuest(base)
  if (admin && guest) throw new UncodedError('Guests cannot be organization administrators')
  if (admin === isAdministrator(base) && guest === isGuest(base)) return base.role
  if (next !== undefined) throw new BadRequestError('role contradicts is_admin or is_guest')
  if (admin) return roles.administrator
  return guest ? roles.guest : roles.member
}

function checkRole(role: number): Role {
  const known = Object.values(roles).find((candidate) => candidate === role)
  if (known === undefined) throw new BadRequestError('Invalid role')
  return known
}
