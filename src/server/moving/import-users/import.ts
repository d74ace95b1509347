import { foldCase } from '../../../shared/rules/letter-case'
import type { AppContext } from '../../context'
import { refreshReferredTables } from '../../data/engine/statistics'
import type { Tx } from '../../data/engine/database'
import { insertGroupMembers } from '../../data/groups/groups'
import { listDefaultStreams } from '../../data/realms/realms'
import type { StreamRow, UserRow } from '../../data/schema'
import { hideAddresses, insertUsers } from '../../data/users/import-users'
import { lockAccounts } from '../../data/users/update-users'
import { publish } from '../../events/publish'
import { groupBy } from '../../lib/group-by'
import { addressOf, addressVisibilities } from '../../wire/addresses'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { createApiKey } from '../../chat/rules/credentials'
import { localPartOf } from '../../chat/rules/names'
import { isGuest } from '../../../shared/rules/roles'
import { greetNewcomers } from '../../chat/actions/users/newcomers'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { columnsOfSettings, userSettingsOf } from '../../chat/rules/settings/user-settings'
import { subscribeUsers } from '../../chat/actions/streams/subscribe'
import { joinedGroupsEvents } from '../../chat/notify/user-groups/group-events'
import { startingSettings } from '../../chat/actions/users/create-user'
import { domainOf } from '../../chat/access/users/user-visibility'
import { userAddedEvents, unknownUserEvent } from '../../chat/notify/users/user-events'
import { planImport } from './plan'
import type { PlannedPerson } from './plan'
import type { BadLine, PersonLine } from './read-csv'
import { refuseLinksWithoutAddress, welcomePeople } from './welcome'

/** Accounts created per transaction. */
const peoplePerBatch = 500

type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'caches' | 'renderer'>

export interface ImportOptions {
  /** Only report the outcome; create nothing. */
  isDryRun: boolean
  /** Create the accounts of valid lines even if other lines are invalid. */
  skipsBadLines: boolean
  /** Create a link for each new account to choose a password. */
  welcomes: boolean
}

/** Outcome of a line. */
export interface LineOutcome {
  line: number
  email: string
  result: 'created' | 'exists' | 'refused'
  /** Absent if no account was created. */
  user_id?: number
  /** Only if the server sends no mail to the person. */
  link?: string
  error?: string
}

/**
 * Creates accounts without passwords, in batches. Existing accounts are unchanged, so that a second run adds
 * only missing accounts. The usual events are published, but no announcements are posted.
 *
 * @param bad invalid lines
 * @returns the outcome of each line, in a dry run the expected one; if any line is refused, accounts are
 * created only with `skipsBadLines`
 * @throws BadRequestError for `welcomes` if the server's URL is not configured
 */
export async function importPeople(
  ctx: Context,
  owner: Requester,
  { people, bad }: { people: readonly PersonLine[]; bad: readonly BadLine[] },
  { isDryRun, skipsBadLines, welcomes }: ImportOptions,
): Promise<{ outcomes: LineOutcome[]; isDone: boolean }> {
  if (welcomes) refuseLinksWithoutAddress(ctx)
  const plan = await planImport(ctx.db.dated(), owner, people)
  const refused = [...bad, ...plan.bad]
  const isDone = !isDryRun && (refused.length === 0 || skipsBadLines)
  const ids = new Map(plan.known.map(({ email, userId }) => [foldCase(email), userId]))
  const linkOf = new Map<number, string>()
  if (isDone) {
    for (let first = 0; first < plan.added.length; first += peoplePerBatch) {
      const batch = plan.added.slice(first, first + peoplePerBatch)
      const made = await ctx.db.transaction(async (tx) => {
        const users = await addPeople(ctx, tx, owner, batch)
        const links = welcomes
          ? await welcomePeople(ctx, tx, owner.realm_string_id, users)
          : new Map<number, string>()
        return { users, links }
      })
      for (const user of made.users) ids.set(foldCase(addressOf(user)), user.id)
      for (const [id, link] of made.links) linkOf.set(id, link)
      await refreshReferredTables(ctx.db.query)
    }
  }
  const outcome =
    (result: LineOutcome['result']) =>
    ({ line, email }: { line: number; email: string }): LineOutcome => {
      const user_id = ids.get(foldCase(email))
      if (user_id === undefined) return { line, email, result }
      const link = linkOf.get(user_id)
      return { line, email, result, user_id, ...(link !== undefined && { link }) }
    }
  const outcomes = [
    ...plan.added.map(outcome('created')),
    ...plan.known.map(outcome('exists')),
    ...refused.map(({ line, email, error }) => ({
      line,
      email,
      result: 'refused' as const,
      error,
    })),
  ]
  return { outcomes: outcomes.sort((a, b) => a.line - b.line), isDone }
}

/** @returns the created accounts, without those that a concurrent call created */
async function addPeople(
  ctx: Context,
  tx: Tx,
  owner: Requester,
  people: readonly PlannedPerson[],
): Promise<UserRow[]> {
  const { realm_id: realmId } = owner
  await lockAccounts(tx, realmId)
  const users = await insertPeople(ctx, tx, owner, people)
  const userByEmail = new Map(users.map((user) => [foldCase(addressOf(user)), user]))
  const wanted = people.flatMap((person) => {
    const user = userByEmail.get(foldCase(person.email))
    return user ? [{ ...person, user }] : []
  })
  await joinGroups(tx, realmId, wanted)
  const domain = domainOf(ctx.config, owner)
  await publish(tx, realmId, [
    ...users.flatMap((user) => [...userAddedEvents(user), unknownUserEvent(user, domain)]),
    ...(await joinedGroupsEvents(
      tx,
      realmId,
      users.map(({ id }) => id),
    )),
  ])
  await subscribePeople(tx, realmId, wanted)
  await greetNewcomers(ctx, tx, users, {
    name: owner.realm_name,
    settings: realmSettingsOf(owner),
  })
  return users
}

async function insertPeople(
  ctx: Context,
  tx: Tx,
  owner: Requester,
  people: readonly PlannedPerson[],
): Promise<UserRow[]> {
  const { realm_id: realmId } = owner
  const settings = columnsOfSettings({}, await startingSettings(tx, realmId))
  const inserted = await insertUsers(
    tx,
    realmId,
    people.map(({ email, fullName, role }) => ({
      ...{ realm_id: realmId, email, full_name: fullName, role, date_joined: tx.now },
      short_name: localPartOf(email),
      password_hash: null,
      api_key: createApiKey(),
      ...settings,
    })),
  )
  await recordActs(
    tx,
    realmId,
    inserted.map(({ id, email, full_name, role }) => ({
      act: 'user_created' as const,
      affected: { type: 'user' as const, id },
      after: { email, full_name, role },
    })),
  )
  const [first] = inserted
  const isHidden =
    first && userSettingsOf(first).email_address_visibility !== addressVisibilities.everybody
  return isHidden ? hideAddresses(tx, realmId, inserted, domainOf(ctx.config, owner)) : inserted
}

type PersonWithAccount = PlannedPerson & { user: UserRow }

async function joinGroups(
  tx: Tx,
  realmId: number,
  people: readonly PersonWithAccount[],
): Promise<void> {
  const ties = people.flatMap(({ user, groups }) => groups.map(({ id }) => ({ id, user })))
  for (const [groupId, members] of groupBy(ties, ({ id }) => id)) {
    const ids = members.map(({ user }) => user.id)
    await insertGroupMembers(tx, realmId, groupId, ids)
    await recordActs(tx, realmId, [
      {
        act: 'group_members_changed',
        affected: { type: 'user_group', id: groupId },
        before: { members: [], subgroups: [] },
        after: { members: ids, subgroups: [] },
      },
    ])
  }
}

/** Subscribes people with the same set of streams together. */
async function subscribePeople(
  tx: Tx,
  realmId: number,
  people: readonly PersonWithAccount[],
): Promise<void> {
  const defaults = await listDefaultStreams(tx, realmId)
  const wanted = people.map(({ user, streams }) => {
    const all: StreamRow[] = [...(isGuest(user) ? [] : defaults), ...streams]
    return { user, streams: [...new Map(all.map((stream) => [stream.id, stream])).values()] }
  })
  const alike = groupBy(wanted, ({ streams }) => streams.map(({ id }) => id).join())
  for (const group of alike.values()) {
    const users = group.map(({ user }) => user)
    await subscribeUsers(tx, realmId, { users, streams: group[0]?.streams ?? [] })
  }
}
