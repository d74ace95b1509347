import type { Tx } from '../../../data/engine/database'
import { listGroupsAround, listSettingsNaming } from '../../../data/groups/groups'
import { getRealm } from '../../../data/realms/realms'
import type { StoredSettings, UserGroupRow } from '../../../data/schema'
import { groupsNamedBy } from '../../../../shared/rules/group-values'
import type { GroupValue } from '../../../../shared/rules/group-values'
import { realmPermissionsOf } from '../../rules/permissions/realm'
import type { Objection } from '../../../../shared/user-groups'

type Group = Pick<UserGroupRow, 'realm_id' | 'id'>

/** Groups that contain a group, and settings that name it. Source: docs/protocol/permissions.md#group-in-use. */
export async function listUses(tx: Tx, group: Group): Promise<Objection[]> {
  const around = await listGroupsAround(tx, group.realm_id, group.id)
  const ids = around.map(({ id }) => id)
  const inGroups: Objection[] = ids.length > 0 ? [{ type: 'subgroup', supergroup_ids: ids }] : []
  return [...inGroups, ...(await listUsesInSettings(tx, group))]
}

/** Settings of the organization, of streams and of other groups that name a group. */
export async function listUsesInSettings(tx: Tx, group: Group): Promise<Objection[]> {
  const { realm_id: realmId, id } = group
  const realm = await getRealm(tx, realmId)
  const ofRealm = namesOf(realmPermissionsOf(realm.settings), id)
  const { streams, groups } = await listSettingsNaming(tx, realmId, id)
  return [
    ...(ofRealm.length > 0 ? [{ type: 'realm', settings: ofRealm } as const] : []),
    ...streams.map((stream): Objection => ({
      type: 'channel',
      channel_id: stream.id,
      settings: namesOf(stream.permissions, id),
    })),
    ...groups.map((other): Objection => ({
      type: 'user_group',
      group_id: other.id,
      settings: namesOf(other.permissions, id),
    })),
  ]
}

/** Names of the settings whose value names a group. */
function namesOf(permissions: StoredSettings, groupId: number): string[] {
  return Object.entries(permissions)
    .filter(([, value]) => groupsNamedBy(value as GroupValue).includes(groupId))
    .map(([name]) => name)
}
