import type { AppContext } from '../context'
import { offlineThresholdSeconds } from '../presence/presence'
import type { Presence, NewerPresences } from '../presence/presence'
import { presentSinglePresence, presenceChanged, presenceStatuses } from '../wire/presence'
import { unixSeconds } from '../wire/time'
import { credentialOf } from '../db/users/requesters'
import { isStillCurrent } from './authentication'
import type { Requester } from './authentication'
import { BadRequestError, UncodedError } from './errors'
import { accessUser } from './users/access'
import type { UserReference } from './users/access'
import { publishEphemeral } from '../events/publish'
import { refuseBots } from './permissions'
import { realmSettingsOf } from './realms/settings'
import { userSettingsOf } from './settings/user-settings'

type ReadingContext = Pick<AppContext, 'clock' | 'presence'>

export interface PresencesWanted {
  /** Update id of the last that the client knows; undefined, or -1: it knows none. */
  sinceUpdateId?: number | undefined
  /** Days in which people were there; two weeks unless given. */
  historyLimitDays?: number | undefined
}

export interface PresencesAsOf {
  presences: readonly Presence[]
  lastUpdateId: number
  now: Date
}

const defaultHistoryDays = 14

/** The presences of the requester's realm. Source: docs/protocol/presence.md#read-presence. */
export async function listPresences(
  ctx: ReadingContext,
  requester: Requester,
  wanted: PresencesWanted = {},
): Promise<PresencesAsOf> {
  const newer = await ctx.presence.list(requester.realm_id, wanted.sinceUpdateId ?? -1)
  return withinHistory(newer, ctx.clock.now(), wanted)
}

/** Leaves out whoever was not there for longer than wanted. */
export function withinHistory(
  { presences, lastUpdateId }: NewerPresences,
  now: Date,
  { historyLimitDays = defaultHistoryDays }: PresencesWanted,
): PresencesAsOf {
  const oldest = unixSeconds(now) - historyLimitDays * 86_400
  return {
    presences: presences.filter(({ connectedAt }) => connectedAt > oldest),
    lastUpdateId,
    now,
  }
}

/**
 * The presence of one person.
 * @throws NoSuchUserError; UncodedError for bots; BadRequestError for whoever was not there lately
 * Source: docs/protocol/presence.md#get-presence.
 */
export async function getPresence(
  ctx: ReadingContext & Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<ReturnType<typeof presentSinglePresence>> {
  const user = await accessUser(ctx.db.query, requester, reference)
  if (user.is_bot) throw new UncodedError('Presence is not supported for bot users.')
  const presence = await ctx.presence.find(user.realm_id, user.id)
  if (!presence) throw new BadRequestError(`No presence data for ${reference}`)
  const secondsAgo = unixSeconds(ctx.clock.now()) - presence.connectedAt
  return presentSinglePresence(presence, secondsAgo > offlineThresholdSeconds)
}

type ChangingContext = Pick<
  AppContext,
  'audiences' | 'clock' | 'db' | 'events' | 'log' | 'memory' | 'metrics' | 'presence'
>

/**
 * Notes that a client of the requester runs, and whether they do something. Others are told when
 * that makes a difference, not at each sign of life. PostgreSQL is not asked. Whoever chose not to
 * be shown is not.
 *
 * @param status `active` or `idle`
 * @param wanted undefined: only to be noted
 * @returns the presences that the client does not know yet
 * @throws UncodedError for bots, BadRequestError for another status
 * Source: docs/protocol/presence.md#update-presence.
 */
export async function updatePresence(
  ctx: ChangingContext,
  requester: Requester,
  status: string,
  wanted: PresencesWanted | undefined,
): Promise<PresencesAsOf | undefined> {
  refuseBots(requester)
  const known = presenceStatuses.find((candidate) => candidate === status)
  if (!known) throw new BadRequestError(`Invalid status: ${status}`)

  const now = ctx.clock.now()
  const { id, realm_id, email } = requester
  const isShown =
    userSettingsOf(requester).presence_enabled && !realmSettingsOf(requester).presence_disabled
  if (!isShown) {
    // Since a moment ago, perhaps.
    if (await ctx.presence.find(realm_id, id)) await ctx.presence.forget(realm_id, [id])
    return wanted && listPresences(ctx, requester, wanted)
  }
  const sign = { userId: id, email, status: known, at: unixSeconds(now) }
  const { presence, isNews, listSince } = await ctx.presence.note(realm_id, sign)
  if (await hasLostAccess(ctx, requester)) {
    await ctx.presence.forget(realm_id, [id])
  } else if (isNews) {
    const event = presenceChanged(presence, now.getTime() / 1000)
    await publishEphemeral(ctx, realm_id, [{ event, audience: { everyone: 'connected' } }])
  }
  if (!wanted) return undefined
  return withinHistory(listSince(wanted.sinceUpdateId ?? -1), now, wanted)
}

/**
 * Whether the requester has lost access since. Whoever loses it is forgotten once all workers know
 * of that; a call that was on its way may have come later.
 */
async function hasLostAccess(ctx: ChangingContext, requester: Requester): Promise<boolean> {
  if (isStillCurrent(ctx, requester)) return false
  const account = await ctx.memory.requesters.read(credentialOf(requester))
  return !account || account.deactivated_at !== null
}
