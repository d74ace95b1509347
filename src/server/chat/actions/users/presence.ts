import type { AppContext } from '../../../context'
import { offlineThresholdSeconds } from '../../../stores/presence/presence'
import type { KnownPresences, NewerPresences, Presence } from '../../../stores/presence/presence'
import { presenceStatuses } from '../../../../shared/presence'
import { presenceChanged, presentSinglePresence } from '../../../wire/presence'
import { unixSeconds } from '../../../wire/time'
import { credentialOf } from '../../../data/users/requesters'
import { isStillCurrent } from '../../rules/authentication'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, UncodedError } from '../../rules/errors'
import { accessUser } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { isLimited, sightOf } from '../../access/users/user-visibility'
import { limitsGuests, realmSettingsOf } from '../../rules/realms/settings'
import { publishEphemeral } from '../../../events/publish'
import { refuseBots } from '../../rules/permissions/roles'
import { userSettingsOf } from '../../rules/settings/user-settings'

type ReadingContext = Pick<AppContext, 'clock' | 'db' | 'presence'>

export interface PresencesWanted {
  /** Update id of the latest presence that the client knows; undefined or -1 for none. */
  sinceUpdateId?: number | undefined
  /** Max age of presences in days; default: two weeks. */
  historyLimitDays?: number | undefined
  /** Whether the keys of the JSON text are user ids; otherwise emails. */
  isSlim?: boolean
}

export interface PresencesAsOf {
  presences: readonly Presence[]
  lastUpdateId: number
  now: Date
}

/** The presences of everybody as JSON text, from `KnownPresences.membersOfAll`. */
export interface EverybodyAsOf extends Pick<PresencesAsOf, 'lastUpdateId' | 'now'> {
  members: readonly Buffer[]
}

const defaultHistoryDays = 14
/** Up to this number of presences, each answer is written anew; larger ones are cached. */
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

/**
 * The requested presences of users that the requester may know. All requesters who may know everybody share
 * the same text.
 */
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
  const newer = await onlyVisibleUsers(ctx, requester, realm.listSince(sinceUpdateId))
  return withinHistory(newer, now, wanted)
}

/** Removes presences of users hidden from the requester. */
export async function onlyVisibleUsers(
  { db }: { db: Pick<AppContext['db'], 'query'> },
  requester: Requester,
  newer: NewerPresences,
): Promise<NewerPresences> {
  if (!isLimited(requester)) return newer
  const knows = await sightOf(db.query, requester)
  const presences = newer.presences.filter(({ userId }) => knows({ id: userId, is_bot: false }))
  return { ...newer, presences }
}

/** Removes presences older than the requested history. */
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

/** Unix time in seconds of the oldest requested presence. */
function oldestOf(
  now: Date,
  { historyLimitDays = defaultHistoryDays }: Pick<PresencesWanted, 'historyLimitDays'>,
): number {
  return unixSeconds(now) - historyLimitDays * 86_400
}

/**
 * The presence of one user.
 * @throws NoSuchUserError; UncodedError for bots; BadRequestError for a user without a recent presence
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
  'audiences' | 'clock' | 'db' | 'events' | 'log' | 'caches' | 'metrics' | 'presence'
>

/**
 * Records that a client of the requester is running, and whether the user is active. Notifies others only of
 * changes of the presence, not of every call. Makes no SQL query. Ignores the call if the user or the realm
 * has turned presence off.
 *
 * @param status `active` or `idle`
 * @param wanted undefined to only record the presence
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
    // The setting may have just changed, so an older presence may exist.
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
 * Whether the requester has lost access during the call. Losing access deletes the presence once all workers
 * know of the loss; a call in flight may have recorded the presence again after that.
 */
async function hasLostAccess(ctx: ChangingContext, requester: Requester): Promise<boolean> {
  if (isStillCurrent(ctx, requester)) return false
  const account = await ctx.caches.requesters.read(credentialOf(requester))
  return !account || account.deactivated_at !== null
}
