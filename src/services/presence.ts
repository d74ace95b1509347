import type { AppContext } from '../context'
import { offlineThresholdSeconds } from '../presence/presence'
import type { KnownPresences, NewerPresences, Presence } from '../presence/presence'
import { presentSinglePresence, presenceChanged, presenceStatuses } from '../wire/presence'
import { unixSeconds } from '../wire/time'
import { credentialOf } from '../db/users/requesters'
import { isStillCurrent } from './authentication'
import type { Requester } from './authentication'
import { BadRequestError, UncodedError } from './errors'
import { accessUser } from './users/access'
import type { UserReference } from './users/access'
import { isLimited, limitsGuests, sightOf } from './users/sight'
import { publishEphemeral } from '../events/publish'
import { refuseBots } from './permissions'
import { realmSettingsOf } from './realms/settings'
import { userSettingsOf } from './settings/user-settings'

type ReadingContext = Pick<AppContext, 'clock' | 'db' | 'presence'>

export interface PresencesWanted {
  /** Update id of the last that the client knows; undefined, or -1: it knows none. */
  sinceUpdateId?: number | undefined
  /** Days in which people were there; two weeks unless given. */
  historyLimitDays?: number | undefined
  /** Whether text of many people is to be by user id; otherwise by email. */
  isSlim?: boolean
}

export interface PresencesAsOf {
  presences: readonly Presence[]
  lastUpdateId: number
  now: Date
}

/** The presences of everybody as text: what `KnownPresences.membersOfAll` answers. */
export interface EverybodyAsOf extends Pick<PresencesAsOf, 'lastUpdateId' | 'now'> {
  members: readonly Buffer[]
}

const defaultHistoryDays = 14
/** Fewer people are written anew for each who asks, and need no room in memory. */
const fewPeople = 100

/** The presences of the requester's realm. Source: docs/protocol/presence.md#read-presence. */
export async function listPresences(
  ctx: ReadingContext,
  requester: Requester,
  wanted: PresencesWanted = {},
): Promise<PresencesAsOf | EverybodyAsOf> {
  const realm = await ctx.presence.read(requester.realm_id)
  return select(ctx, requester, { realm, wanted, now: ctx.clock.now() })
}

interface Selection {
  realm: KnownPresences
  wanted: PresencesWanted
  now: Date
}

/** Whom the requester may know and asks for. All that they see is the same for all who see everybody. */
async function select(
  ctx: { db: Pick<AppContext['db'], 'query'> },
  requester: Requester,
  { realm, wanted, now }: Selection,
): Promise<PresencesAsOf | EverybodyAsOf> {
  const { sinceUpdateId = -1, isSlim = false } = wanted
  const { lastUpdateId } = realm
  if (sinceUpdateId === -1 && realm.size > fewPeople && !isLimited(requester)) {
    return { members: realm.membersOfAll(isSlim, oldestOf(now, wanted)), lastUpdateId, now }
  }
  const newer = await withoutStrangers(ctx, requester, realm.listSince(sinceUpdateId))
  return withinHistory(newer, now, wanted)
}

/** Leaves out whom the requester may not know. */
export async function withoutStrangers(
  { db }: { db: Pick<AppContext['db'], 'query'> },
  requester: Requester,
  newer: NewerPresences,
): Promise<NewerPresences> {
  if (!isLimited(requester)) return newer
  const knows = await sightOf(db.query, requester)
  const presences = newer.presences.filter(({ userId }) => knows({ id: userId, is_bot: false }))
  return { ...newer, presences }
}

/** Leaves out whoever was not there for longer than wanted. */
export function withinHistory(
  { presences, lastUpdateId }: NewerPresences,
  now: Date,
  wanted: Pick<PresencesWanted, 'historyLimitDays'>,
): PresencesAsOf {
  const oldest = oldestOf(now, wanted)
  return {
    presences: presences.filter(({ connectedAt }) => connectedAt > oldest),
    lastUpdateId,
    now,
  }
}

/** Unix time in seconds after which somebody was there, to be of interest. */
function oldestOf(
  now: Date,
  { historyLimitDays = defaultHistoryDays }: Pick<PresencesWanted, 'historyLimitDays'>,
): number {
  return unixSeconds(now) - historyLimitDays * 86_400
}

/**
 * The presence of one person.
 * @throws NoSuchUserError; UncodedError for bots; BadRequestError for whoever was not there lately
 * Source: docs/protocol/presence.md#get-presence.
 */
export async function getPresence(
  ctx: ReadingContext,
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
): Promise<PresencesAsOf | EverybodyAsOf | undefined> {
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
  const { presence, isNews, realm } = await ctx.presence.note(realm_id, sign)
  if (await hasLostAccess(ctx, requester)) {
    await ctx.presence.forget(realm_id, [id])
  } else if (isNews) {
    const event = presenceChanged(presence, now.getTime() / 1000)
    const about = limitsGuests(requester) ? { about: id } : {}
    await publishEphemeral(ctx, realm_id, [
      { event, audience: { everyone: 'connected', ...about } },
    ])
  }
  return wanted && select(ctx, requester, { realm, wanted, now })
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
