import { systemGroups } from '../../../../shared/rules/system-groups'
import { normalizeGroupValue } from '../../../../shared/rules/group-values'
import type { GroupValue } from '../../../../shared/rules/group-values'
import { ApiError } from '../../../lib/api-error'
import type { Permission } from '../../../../shared/rules/system-groups'
import { checkAgainst } from '../../../chat/rules/permissions/choose'
import { idsOf, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { GroupReference } from '../records'
import { remarkUnknown } from './remark-unknown'

const systemIds = new Map<string, number>(
  Object.values(systemGroups).map(({ name, id }) => [name, id]),
)

type KnownPermissions = Readonly<Record<string, Permission>>
type References = Readonly<Record<string, GroupReference>>

/** Reads permissions of records, as values with ids of this database. Unknown users and groups are left out. */
export async function permissionReader(
  job: ImportJob,
  all: readonly (References | undefined)[],
): Promise<
  (permissions: References | undefined, known: KnownPermissions) => Record<string, GroupValue>
> {
  const values = all.flatMap((each) => Object.values(each ?? {}))
  const users = await idsOf(
    job,
    'user',
    values.flatMap((value) => (typeof value === 'string' ? [] : value.memberKeys)),
  )
  remarkUnknown(
    job,
    'Permission',
    values.flatMap((value) => (typeof value === 'string' ? [] : value.memberKeys)),
    users,
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
        const permission = Object.hasOwn(known, name) ? known[name] : undefined
        const found = permission && read(value)
        return found !== undefined && isAllowed(job, name, permission as Permission, found)
          ? [[name, found]]
          : []
      }),
    )
}

/** Whether a permission may have a value; the default stays in place of another one, with a remark. */
function isAllowed(
  job: ImportJob,
  name: string,
  permission: Permission,
  value: GroupValue,
): boolean {
  try {
    checkAgainst(name, permission, value)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    job.report.remark({
      reason: `Permission with a value that is not allowed here: ${name}`,
      file: 'permissions',
    })
    return false
  }
}
