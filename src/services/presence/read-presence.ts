import type { AppContext } from '../../context'
import { offlineThresholdSeconds } from '../../presence/presence'
import type { Presence } from '../../presence/presence'
import type { NewerPresences } from '../../presence/presence-store'
import { presentSinglePresence } from '../../wire/presence'
import { unixSeconds } from '../../wire/time'
import type { Requester } from '../authentication'
import { BadRequestError, UncodedError } from '../errors'
import { accessUser } from '../users/access'
import type { UserReference } from '../users/access'

type Context = Pick<AppContext, 'clock' | 'presence'>

export interface PresencesWanted {
  /** Those that the client knows end here; undefined, or -1: it knows none. */
  sinceUpdateId?: number | undefined
  /** Only of people who were there in these days; two weeks unless given. */
  historyLimitDays?: number | undefined
}

export interface PresencesAsOf {
  presences: readonly Presence[]
  lastUpdateId: number
  now: Date
}

const defaultHistoryDays = 14

/** The presences of the requester's realm. Source: client notes 9.4. */
export async function listPresences(
  ctx: Context,
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
 * Source: protocol notes 10.
 */
export async function getPresence(
  ctx: Context & Pick<AppContext, 'db'>,
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
