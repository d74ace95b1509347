import { mayManageRole, rolesInOrder } from '../../../../shared/rules/roles'
import * as t from '../../../texts/catalog'
import type { Choice } from '../../../ui/form/fields'

/** Roles that the reader can assign, highest first. */
export function rolesToGive(isOwner: boolean): Choice<number>[] {
  return asChoices(rolesInOrder.filter((role) => mayManageRole({ isOwner }, role)))
}

export function asChoices(roles: readonly number[]): Choice<number>[] {
  return roles.map((value) => ({ value, label: t.person.roles[value] ?? String(value) }))
}
