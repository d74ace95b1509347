import { useMemo } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { nameOfGroup } from '../../data/people/group-values'
import type { UserGroup } from '../../data/records/state'
import { fold } from '../../lib/fold'
import { rankName } from '../../lib/name-match'
import { findPeople, indexPeople } from '../typeahead/people'
import type { Suggestion } from '../typeahead/suggestion'

/** Max number of suggestions. */
const offered = 8

interface Chosen {
  members: readonly number[]
  groups: readonly number[]
}

/** Suggestions to add, groups first, then people, without those already chosen. */
export function useGroupSuggestions(
  roles: readonly UserGroup[],
  chosen: Chosen,
): (query: string) => readonly Suggestion[] {
  const { store } = useApp()
  const users = store.read('realm_users')
  const fields = store.read('custom_profile_fields')
  const index = useMemo(() => {
    let made: ReturnType<typeof indexPeople> | undefined
    // Lazy, because indexing ten thousand names takes time and is needed only after typing.
    return () => (made ??= indexPeople(users, fields))
  }, [users, fields])
  const named = store
    .read('realm_user_groups')
    .filter(({ is_system_group: isSystems, deactivated }) => !isSystems && !deactivated)
  const groups = [...roles.filter(({ name }) => name !== 'role:nobody'), ...named]

  return (query) => {
    const wanted = fold(query)
    const foundGroups = groups
      .filter(({ id }) => !chosen.groups.includes(id))
      .filter((group) => wanted === '' || rankName(fold(nameOfGroup(group)), wanted) !== undefined)
      .slice(0, wanted === '' ? offered : offered / 2)
      .map(groupSuggestion)
    if (wanted === '') return foundGroups
    const taken = new Set(chosen.members)
    const people = findPeople(index(), query, () => 0, offered + taken.size)
      .filter(({ user_id: id }) => !taken.has(id))
      .map((user): Suggestion => ({
        key: `person ${String(user.user_id)}`,
        label: user.full_name,
        hint: user.is_bot ? t.typeahead.bot : user.email,
        mark: { userId: user.user_id },
        insert: '',
      }))
    return [...foundGroups, ...people].slice(0, offered)
  }
}

function groupSuggestion(group: UserGroup): Suggestion {
  return {
    key: `group ${String(group.id)}`,
    label: nameOfGroup(group),
    hint: group.is_system_group ? t.groupPicker.role : t.groupPicker.group,
    mark: { icon: 'users' },
    insert: '',
  }
}
