import { foldCase, isSameName } from '../../../shared/rules/letter-case'
import type { DatedQueryable } from '../../data/engine/database'
import { listUserGroups } from '../../data/groups/groups'
import type { StreamRow, UserGroupRow, UserRow } from '../../data/schema'
import { listStreamsNamed } from '../../data/streams/streams'
import { listUsersNamed } from '../../data/users/users'
import { ApiError } from '../../lib/api-error'
import { addressOf } from '../../wire/addresses'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { watchNames } from '../../chat/rules/users/confusables'
import { checkFullName, isEmailAddress } from '../../chat/rules/names'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { addressRules } from '../../chat/rules/users/address-rules'
import type { BadLine, PersonLine } from './read-csv'

/** A valid line for a new account. */
export interface PlannedPerson {
  line: number
  email: string
  fullName: string
  role: PersonLine['role']
  streams: readonly StreamRow[]
  groups: readonly UserGroupRow[]
}

/** A line whose address has an account, which stays unchanged. */
interface KnownPerson {
  line: number
  email: string
  userId: number
}

export interface Plan {
  added: PlannedPerson[]
  known: KnownPerson[]
  bad: BadLine[]
}

/**
 * Checks lines against the organization, with the rules for a single new account, and against each other.
 * The number of statements does not depend on the number of lines.
 */
export async function planImport(
  db: DatedQueryable,
  owner: Requester,
  people: readonly PersonLine[],
): Promise<Plan> {
  const realmId = owner.realm_id
  const emails = people.map(({ email }) => email)
  const accounts = await listUsersNamed(db, realmId, { emails })
  // Both the real address of an account and its placeholder address count as taken.
  const byEmail = new Map<string, UserRow>([
    ...accounts.map((user) => [foldCase(user.email), user] as const),
    ...accounts.map((user) => [foldCase(addressOf(user)), user] as const),
  ])
  const facts: Facts = {
    faultOfAddress: await addressRules(db, realmId, realmSettingsOf(owner)),
    refuseName: await watchNames(db, realmId),
    streams: await listStreamsNamed(
      db,
      realmId,
      people.flatMap(({ streams }) => streams),
    ),
    groups: groupsByName(await listUserGroups(db, realmId)),
  }

  const plan: Plan = { added: [], known: [], bad: [] }
  const lineOf = new Map<string, number>()
  for (const person of people) {
    const { line, email } = person
    try {
      const earlier = lineOf.get(foldCase(email))
      if (earlier !== undefined) throw new BadRequestError(`Line ${earlier} has this email, too.`)
      lineOf.set(foldCase(email), line)
      const user = byEmail.get(foldCase(email))
      if (user) plan.known.push({ line, email, userId: checkKnown(user, email) })
      else plan.added.push(planPerson(person, facts))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      plan.bad.push({ line, email, error: error.message })
    }
  }
  return plan
}

interface Facts {
  faultOfAddress: (email: string) => string | undefined
  refuseName: (name: string) => void
  streams: ReadonlyMap<string, StreamRow>
  groups: ReadonlyMap<string, UserGroupRow>
}

function groupsByName(groups: readonly UserGroupRow[]): Map<string, UserGroupRow> {
  const usable = groups.filter((group) => !group.is_system_group && !group.deactivated_at)
  return new Map(usable.map((group) => [foldCase(group.name), group]))
}

function checkKnown(user: UserRow, email: string): number {
  if (!isSameName(addressOf(user), email)) {
    throw new BadRequestError('It stands for the hidden address of another account.')
  }
  if (user.is_bot) throw new BadRequestError('It is the address of a bot.')
  if (user.deactivated_at) {
    throw new BadRequestError(
      'The account is deactivated; `parley reactivate-user` brings it back.',
    )
  }
  return user.id
}

function planPerson(person: PersonLine, facts: Facts): PlannedPerson {
  const { line, email, role } = person
  if (!isEmailAddress(email)) throw new BadRequestError('It is no address of email.')
  const fault = facts.faultOfAddress(email)
  if (fault !== undefined) throw new BadRequestError(fault)
  const fullName = checkFullName(person.fullName)
  const streams = person.streams.map((name) =>
    found(facts.streams.get(name), `There is no stream '${name}'.`),
  )
  const groups = person.groups.map((name) =>
    found(facts.groups.get(foldCase(name)), `There is no user group '${name}'.`),
  )
  // Last, because this marks the name as taken.
  facts.refuseName(fullName)
  return { line, email, fullName, role, streams, groups }
}

function found<T>(value: T | undefined, refusal: string): T {
  if (value === undefined) throw new BadRequestError(refusal)
  return value
}
