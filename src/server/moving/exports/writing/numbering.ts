import type { GroupValue } from '../../../../shared/rules/group-values'

/**
 * A user group without a name; the archive uses one for each permission value that lists users and groups.
 */
export interface AnonymousGroup {
  id: number
  memberIds: readonly number[]
  subgroupIds: readonly number[]
}

/** Assigns ids that the archive needs and the database does not have. */
export class Numbering {
  readonly anonymousGroups: AnonymousGroup[] = []
  readonly clients = new Map<string, number>()
  private readonly groupIds = new Map<string, number>()
  private readonly rows = new Map<string, number>()

  /** @param nextGroupId greater than the ids of all groups */
  constructor(private nextGroupId: number) {}

  /** The next id for a table whose rows have no id. */
  next(table: string): number {
    const id = (this.rows.get(table) ?? 0) + 1
    this.rows.set(table, id)
    return id
  }

  clientId(name: string): number {
    let id = this.clients.get(name)
    if (id === undefined) this.clients.set(name, (id = this.clients.size + 1))
    return id
  }

  /** The id of the group that stands for a permission value: the named group, or an anonymous one. */
  groupId(value: GroupValue): number {
    if (typeof value === 'number') return value
    const key = JSON.stringify(value)
    const known = this.groupIds.get(key)
    if (known !== undefined) return known
    const id = this.nextGroupId
    this.nextGroupId += 1
    this.groupIds.set(key, id)
    this.anonymousGroups.push({
      id,
      memberIds: value.direct_members,
      subgroupIds: value.direct_subgroups,
    })
    return id
  }

  /** Permissions by name, as ids of groups. */
  groupIdsOf(values: Readonly<Record<string, GroupValue>>): Record<string, number> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, this.groupId(value)]),
    )
  }
}
