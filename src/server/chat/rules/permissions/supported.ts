import { Type } from '@sinclair/typebox'
import { groupValueSchema } from '../../../../shared/group-value-schemas'
import { systemGroups } from '../../../../shared/rules/system-groups'
import type { Permission } from '../../../../shared/rules/system-groups'
import { groupPermissions } from './groups'
import { realmPermissions } from './realm'
import { streamPermissions } from '../../../../shared/stream-permissions'

/*
 * Declarations of permissions in the form that clients read.
 * Source: docs/protocol/level-371.md#server-supported-permission-settings.
 */

const declarationSchema = Type.Object({
  require_system_group: Type.Boolean(),
  allow_nobody_group: Type.Boolean(),
  allow_everyone_group: Type.Boolean(),
  allowed_system_groups: Type.Array(Type.String(), {
    description: 'The only groups of the system that can be chosen; empty: any',
  }),
  default_group_name: Type.String(),
  default_for_system_groups: Type.Union([Type.String(), Type.Null()]),
})

export const supportedPermissionsSchema = Type.Object({
  realm: Type.Record(Type.String(), declarationSchema),
  stream: Type.Record(Type.String(), declarationSchema),
  group: Type.Record(Type.String(), declarationSchema),
})

const nobody = systemGroups.nobody.name

export const supportedPermissions = {
  realm: declarationsOf(realmPermissions, { creator: nobody }),
  stream: declarationsOf(streamPermissions, { creator: 'channel_creator' }),
  group: declarationsOf(groupPermissions, { creator: 'group_creator', ofSystem: nobody }),
}

/** @param words the clients' words for the creator of an object, and for the value of system groups */
function declarationsOf(
  permissions: Readonly<Record<string, Permission>>,
  words: { creator: string; ofSystem?: string },
) {
  const entries = Object.entries(permissions).map(([name, permission]) => [
    name,
    {
      require_system_group: permission.requireSystemGroup ?? false,
      allow_nobody_group: permission.allowNobody,
      allow_everyone_group: permission.allowEveryone,
      allowed_system_groups: (permission.allowedSystemGroups ?? []).map(
        (key) => systemGroups[key].name,
      ),
      default_group_name:
        permission.default === 'creator' ? words.creator : systemGroups[permission.default].name,
      default_for_system_groups: words.ofSystem ?? null,
    },
  ])
  return Object.fromEntries(entries) as Record<string, (typeof declarationSchema)['static']>
}

/** Schemas of the values of permissions, by name. */
export function groupSchemasOf<Name extends string>(
  permissions: Readonly<Record<Name, Permission>>,
): Record<Name, typeof groupValueSchema> {
  const names = Object.keys(permissions) as Name[]
  const entries = names.map((name) => [
    name,
    Type.Unsafe({ ...groupValueSchema, description: `Who may: ${permissions[name].governs}` }),
  ])
  return Object.fromEntries(entries) as Record<Name, typeof groupValueSchema>
}
