import type { ProfileField, User, UserGroup } from '../../data/records/state'
import { fold } from '../../lib/fold'
import { matchingValues } from '../../data/people/matching-values'
import { rankName, ranks } from '../../lib/name-match'

/** A user with a normalized name, computed once and compared on each keystroke. */
export interface IndexedPerson {
  user: User
  name: string
  /** The part of the email address before the `@`. */
  mail: string
  /** Values of the profile fields by which people are found. */
  said: readonly string[]
}

/** @param fields the profile fields of the organization */
export function indexPeople(
  users: readonly User[],
  fields: readonly ProfileField[],
): IndexedPerson[] {
  return users.map((user) => ({
    user,
    name: fold(user.full_name),
    mail: fold(user.email.split('@', 1)[0] ?? ''),
    said: matchingValues(user, fields).map(fold),
  }))
}

/**
 * The best matches: by rank of the name, then by closeness to the reader; people before bots.
 *
 * @param closeness higher is closer; 0 for most users
 */
export function findPeople(
  people: readonly IndexedPerson[],
  query: string,
  closeness: (userId: number) => number,
  limit: number,
): User[] {
  const wanted = fold(query)
  const found: { person: IndexedPerson; rank: number; close: number }[] = []
  for (const person of people) {
    const rank =
      rankName(person.name, wanted) ?? (isKnownBy(person, wanted) ? ranks.part : undefined)
    if (rank === undefined) continue
    found.push({ person, rank, close: closeness(person.user.user_id) })
  }
  found.sort(
    (a, b) =>
      Number(a.rank > ranks.beginning) - Number(b.rank > ranks.beginning) ||
      b.close - a.close ||
      a.rank - b.rank ||
      Number(a.person.user.is_bot) - Number(b.person.user.is_bot) ||
      (a.person.name < b.person.name ? -1 : 1),
  )
  return found.slice(0, limit).map(({ person }) => person.user)
}

function isKnownBy({ mail, said }: IndexedPerson, wanted: string): boolean {
  return mail.startsWith(wanted) || said.some((value) => rankName(value, wanted) !== undefined)
}

/** Groups that can be mentioned; system groups only silently. Source: docs/protocol/markdown.md#silent-mentions. */
export function findGroups(
  groups: readonly UserGroup[],
  query: string,
  isSilent: boolean,
): UserGroup[] {
  const wanted = fold(query)
  return groups
    .filter(
      ({ deactivated, is_system_group: isSystems }) => !deactivated && (isSilent || !isSystems),
    )
    .map((group) => ({ group, rank: rankName(fold(group.name), wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.group.name < b.group.name ? -1 : 1))
    .map(({ group }) => group)
}
