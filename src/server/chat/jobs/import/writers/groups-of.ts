import { systemGroups } from '../../../../../shared/rules/system-groups'
import { normalizeGroupValue } from '../../../../../shared/rules/group-values'
import type { GroupValue } from '../../../../../shared/rules/group-values'
import { idsOf, keyOf } from '../job'
import type { ImportJob } from '../job'
import type { GroupReference } from '../records'

const systemIds = new Map<string, number>(
  Object.values(systemGroups).map(({ name, id }) => [name, id]),
)

type References = Readonly<Record<string, GroupReference>>

/** Reads permissions of records: the values with ids of here. Unknown users and groups are left out. */
export async function permissionReader(
  job: ImportJob,
  all: readonly (References | undefined)[],
): Promise<(permissions: References | undefined, known: object) => Record<string, GroupValue>> {
  const values = all.flatMap((each) => Object.values(each ?? {}))
  const users = await idsOf(
    job,
    'user',
    values.flatMap((value) => (typeof value === 'string' ? [] : value.memberKeys)),
  )
  const groups = await idsOf(
    job,
    'group',
    values.flatMap((value) => (typeof value === 'string' ? [value] : value.subgroupKeys)),
  )
  const groupId = (key: string) => systemIds.get(key) ?? groups.get(keyOf(key))
  const read = (value: GroupReference): GroupValue | undefined =>
    typeof value === 'string'
      ? groupId(value)
      : normalizeGroupValue({
          direct_members: value.memberKeys.flatMap((key) => users.get(keyOf(key)) ?? []),
          direct_subgroups: value.subgroupKeys.flatMap((key) => groupId(key) ?? []),
        })
  return (permissions = {}, known) =>
    Object.fromEntries(
      Object.entries(permissions).flatMap(([name, value]) => {
        const found = Object.hasOwn(known, name) ? read(value) : undefined
        return found === undefined ? [] : [[name, found]]
      }),
    )
}
