import * as t from '../../../texts/en'
import type { Choice } from '../../../ui/form/fields'

const owner = 100

/**
 * Roles that the reader can assign, highest first; only owners can assign the owner role.
 * Source: docs/protocol/permissions.md#owners-only.
 */
export function rolesToGive(isOwner: boolean): Choice<number>[] {
  return t.peopleTable.rolesInOrder
    .filter((role) => isOwner || role !== owner)
    .map((value) => ({ value, label: t.person.roles[value] ?? String(value) }))
}
