import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { listUsers } from '../../../data/users/list-users'
import { findUserById } from '../../../data/users/users'
import { writeInTurns } from '../../../lib/turns'
import { viewOf } from '../../../wire/addresses'
import { presentUnknownUser, presentUser } from '../../../wire/users'
import type { UserRecord } from '../../../../shared/users'
import type { PresentUserOptions } from '../../../wire/users'
import type { Requester } from '../../rules/authentication'
import { accessUser } from './access-user'
import type { UserReference } from './access-user'
import { domainOf, knowsOwner, sightOf } from './user-visibility'

type Context = Pick<AppContext, 'config' | 'db'>

export interface UserRecordOptions {
  /** Whether the client computes gravatar URLs itself. */
  clientGravatar: boolean
  /** Whether to include the values of profile fields. */
  includeProfile: boolean
}

/**
 * All accounts of the realm, including deactivated ones and bots, excluding system bots. Accounts that the
 * requester may not know are shown as unknown users. The answer is JSON text, without brackets.
 *
 * @param userIds restricts the list to these; unknown ids are omitted
 * Sources: docs/protocol/contract.md#get-users, docs/protocol/users.md#list.
 */
export async function writeUserRecords(
  ctx: Context,
  requester: Requester,
  { userIds, ...options }: UserRecordOptions & { userIds?: readonly number[] | undefined },
): Promise<string> {
  const users = await listUsers(ctx.db.query, requester.realm_id, userIds)
  const knows = await sightOf(ctx.db.query, requester)
  const domain = domainOf(ctx.config, requester)
  return writeInTurns(users, (user): UserRecord[] => {
    if (user.is_system_bot) return []
    if (!knows(user)) return [presentUnknownUser(user.realm_id, user.id, domain)]
    const owner = { botOwnerEmail: user.bot_owner_email, hidesOwner: !knowsOwner(knows, user) }
    return [presentFor(requester, user, { ...options, ...owner })]
  })
}

/** One account; may be a system bot. @throws NoSuchUserError */
export async function getUserRecord(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
  options: UserRecordOptions,
): Promise<UserRecord> {
  const db = ctx.db.query
  const user = await accessUser(db, requester, reference)
  const botOwnerEmail = await findBotOwnerEmail(db, user)
  const hidesOwner = botOwnerEmail !== null && !knowsOwner(await sightOf(db, requester), user)
  return presentFor(requester, user, { ...options, botOwnerEmail, hidesOwner })
}

function presentFor(
  viewer: Requester,
  user: UserRow,
  { includeProfile, ...options }: UserRecordOptions & PresentUserOptions,
): UserRecord {
  const view = viewOf(viewer, user)
  return presentUser(user, { ...options, view, withoutProfile: !includeProfile })
}

export interface OwnProfile {
  user: UserRecord
  /** Id of the message that the user's pointer is on; -1 if unset. */
  pointer: number
  /** Id of the last message that the user sent; -1 when there is none. */
  lastSentId: number
}

/**
 * The requester's own account.
 * Sources: docs/protocol/contract.md#get-own-profile, docs/protocol/users.md#own-profile.
 */
export async function getOwnProfile(
  ctx: Pick<AppContext, 'db' | 'caches'>,
  requester: Requester,
): Promise<OwnProfile> {
  const db = ctx.db.query
  const botOwnerEmail = await findBotOwnerEmail(db, requester)
  return {
    user: presentUser(requester, { botOwnerEmail, view: 'own' }),
    pointer: requester.pointer,
    lastSentId: await ctx.caches.sharedReads.lastSentId({
      realmId: requester.realm_id,
      userId: requester.id,
    }),
  }
}

async function findBotOwnerEmail(db: Queryable, user: UserRow): Promise<string | null> {
  if (user.bot_owner_id === null) return null
  const owner = await findUserById(db, user.realm_id, user.bot_owner_id)
  return owner?.email ?? null
}
