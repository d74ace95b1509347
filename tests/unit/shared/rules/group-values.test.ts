import { acceptsSystemGroup } from '../../../../src/shared/rules/group-choices'
import {
  groupsNamedBy,
  isSameGroupValue,
  membersNamedBy,
} from '../../../../src/shared/rules/group-values'
import { systemGroups } from '../../../../src/shared/rules/system-groups'
import { namesIn } from '../../../support/checked'

describe('values of permissions', () => {
  it('name users and groups, in any order', () => {
    const value = { direct_members: [11, 10], direct_subgroups: [3] }
    expect([membersNamedBy(value), groupsNamedBy(value)]).toEqual([[11, 10], [3]])
    expect([membersNamedBy(3), groupsNamedBy(3)]).toEqual([[], [3]])
    expect(isSameGroupValue(value, { direct_members: [10, 11], direct_subgroups: [3] })).toBe(true)
    expect(isSameGroupValue(3, { direct_members: [], direct_subgroups: [3] })).toBe(true)
    expect(isSameGroupValue(3, value)).toBe(false)
  })

  it.each([
    [{ allowNobody: true, allowEveryone: false, allowed: [] }, ['everyone', 'internet']],
    [{ allowNobody: false, allowEveryone: true, allowed: [] }, ['internet', 'nobody']],
    [
      { allowNobody: true, allowEveryone: true, allowed: ['role:everyone', 'role:members'] },
      ['owners', 'administrators', 'moderators', 'fullMembers', 'internet', 'nobody'],
    ],
  ])('obey the limits %j, and refuse %j', (limits, refused) => {
    const keys = namesIn(systemGroups)
    expect(keys.filter((key) => !acceptsSystemGroup(limits, systemGroups[key].name))).toEqual(
      refused,
    )
  })
})
