import { fold } from '../../lib/fold'
import { useComputed, useSignal } from '@preact/signals'
import { untracked } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import { matchingValues } from '../../data/people/matching-values'
import type { User } from '../../data/records/state'
import { byName } from '../../data/conversations/names'
import type { PresenceStatus } from '../../data/store/presence'

/** Interval of sorting by presence: sorting on each change would move rows away from the pointer. */
const orderedEveryMs = 30_000

const ranks: Readonly<Record<PresenceStatus, number>> = { active: 0, idle: 1, offline: 2 }

/** Ids of the people whose names, or profile fields for that, match the filter, sorted by presence, then by name; without bots. */
export function usePeopleInOrder(filter: string): readonly number[] {
  const { store } = useApp()
  const round = useSignal(0)
  useEffect(() => {
    const timer = setInterval(() => (round.value += 1), orderedEveryMs)
    return () => clearInterval(timer)
  }, [])

  const ordered = useComputed(() => {
    void round.value
    const people = store.read('realm_users').filter((user) => !user.is_bot)
    return untracked(() =>
      people
        .map((user) => ({ user, rank: ranks[store.presenceOf(user.user_id)] }))
        .sort((a, b) => a.rank - b.rank || byName(a.user.full_name, b.user.full_name))
        .map(({ user }) => user),
    )
  })

  const words = fold(filter.trim()).split(/\s+/)
  const fields = store.read('custom_profile_fields')
  const isFound = (user: User) => {
    const folded = fold([user.full_name, ...matchingValues(user, fields)].join('\n'))
    return words.every((word) => folded.includes(word))
  }
  return ordered.value.filter(isFound).map((user) => user.user_id)
}
