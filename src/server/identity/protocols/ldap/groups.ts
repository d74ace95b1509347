import { EqualityFilter, ExtensibleFilter, OrFilter } from 'ldapts'
import type { Entry, Filter } from 'ldapts'
import type { ProviderOptions } from '../../../../shared/rules/identity-providers'
import { normalDn } from '../../providers/directory-options'
import { textsIn } from './attributes'
import type { Directory } from './directory'

/*
 * The groups of people in a directory, with groups in groups. Source: docs/protocol/single-sign-on.md#ldap-groups.
 */

const maxGroups = 20_000
/** Groups of a person, and levels of groups in groups. */
const maxGroupsOfPerson = 1_000
const maxDepth = 10

const attributes = ['member', 'uniqueMember', 'memberUid', 'memberOf']
/** Matches members of members, in Active Directory. */
const inChain = '1.2.840.113556.1.4.1941'

/** The groups that a person is in. */
export type GroupsOf = (person: Entry) => Promise<string[]>

const directGroups = (person: Entry): string[] => textsIn(person, 'memberOf')

/** Asks the directory about one person. */
export function askForGroups(
  directory: Directory,
  { group_base: base }: ProviderOptions,
): GroupsOf {
  if (base === undefined) return async (person) => directGroups(person)
  return async (person) => {
    const found = new Map(directGroups(person).map((dn) => [normalDn(dn), dn]))
    const take = (entries: readonly Entry[]): string[] => {
      const fresh = entries.map(({ dn }) => dn).filter((dn) => !found.has(normalDn(dn)))
      for (const dn of fresh.slice(0, Math.max(0, maxGroupsOfPerson - found.size)))
        found.set(normalDn(dn), dn)
      return fresh
    }
    if (isActiveDirectory(person)) {
      const filter = new ExtensibleFilter({
        ...{ rule: inChain, matchType: 'member', value: person.dn },
      })
      for await (const page of directory.search(base, filter, ['cn'])) take(page)
      return [...found.values()]
    }
    let level: string[] = [person.dn, ...found.values()]
    for (let depth = 0; level.length > 0 && depth < maxDepth; depth += 1) {
      const next: string[] = []
      const names = depth === 0 ? textsIn(person, 'uid') : []
      for await (const page of directory.search(base, memberFilter(level, names), ['cn'])) {
        next.push(...take(page))
      }
      if (found.size >= maxGroupsOfPerson) break
      level = next
    }
    return [...found.values()]
  }
}

const isActiveDirectory = (person: Entry): boolean => textsIn(person, 'sAMAccountName').length > 0

function memberFilter(dns: readonly string[], names: readonly string[]): Filter {
  const of = (attribute: string, values: readonly string[]) =>
    values.map((value) => new EqualityFilter({ attribute, value }))
  return new OrFilter({
    filters: [...of('member', dns), ...of('uniqueMember', dns), ...of('memberUid', names)],
  })
}

/** Reads all groups, for many people. @throws Error for too many groups */
export async function readGroups(
  directory: Directory,
  { group_base: base }: ProviderOptions,
): Promise<GroupsOf> {
  if (base === undefined) return async (person) => directGroups(person)
  /** Groups by the name of a member, which is a DN or a `uid`. */
  const byMember = new Map<string, string[]>()
  const join = (member: string, group: string) => {
    const groups = byMember.get(member)
    if (groups) groups.push(group)
    else byMember.set(member, [group])
  }
  let count = 0
  const isGroup = new OrFilter({
    filters: ['group', 'groupOfNames', 'groupOfUniqueNames', 'posixGroup'].map(
      (value) => new EqualityFilter({ attribute: 'objectClass', value }),
    ),
  })
  for await (const page of directory.search(base, isGroup, attributes)) {
    count += page.length
    if (count > maxGroups) throw new Error(`There are more than ${maxGroups} groups.`)
    for (const group of page) {
      for (const name of ['member', 'uniqueMember']) {
        for (const dn of textsIn(group, name)) join(normalDn(dn), group.dn)
      }
      for (const uid of textsIn(group, 'memberUid')) join(nameKey(uid), group.dn)
      for (const dn of textsIn(group, 'memberOf')) join(normalDn(group.dn), dn)
    }
  }
  return async (person) => {
    const start = [...directGroups(person), ...(byMember.get(normalDn(person.dn)) ?? [])]
    const named = textsIn(person, 'uid').flatMap((uid) => byMember.get(nameKey(uid)) ?? [])
    const found = new Map<string, string>()
    let level = [...start, ...named]
    for (let depth = 0; level.length > 0 && depth < maxDepth; depth += 1) {
      const fresh = level.filter((dn) => !found.has(normalDn(dn)))
      for (const dn of fresh.slice(0, Math.max(0, maxGroupsOfPerson - found.size)))
        found.set(normalDn(dn), dn)
      level = fresh.flatMap((dn) => byMember.get(normalDn(dn)) ?? [])
    }
    return [...found.values()]
  }
}

/** A `uid` is no DN, so neither is taken for the other. */
const nameKey = (uid: string): string => `uid ${uid.toLowerCase()}`
