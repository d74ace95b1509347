import type { AppContext } from '../../context'
import { publishEphemeral } from '../../events/publish-ephemeral'
import { presenceChanged, presenceStatuses } from '../../wire/presence'
import { unixSeconds } from '../../wire/time'
import { isStillCurrent } from '../authentication'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { refuseBots } from '../permissions'
import { realmSettingsOf } from '../realms/settings'
import { userSettingsOf } from '../settings/user-settings'
import { listPresences, withinHistory } from './read-presence'
import type { PresencesAsOf, PresencesWanted } from './read-presence'

type Context = Pick<
  AppContext,
  'accounts' | 'audiences' | 'clock' | 'db' | 'events' | 'log' | 'metrics' | 'presence'
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
 * Source: client notes 9.4; protocol notes 10.
 */
export async function updatePresence(
  ctx: Context,
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
 * Whoever loses access is forgotten once all workers know of that; a call that was on its way may
 * have come later.
 */
async function hasLostAccess(ctx: Context, requester: Requester): Promise<boolean> {
  if (isStillCurrent(ctx, requester)) return false
  const account = await ctx.accounts.read(requester.api_key)
  return !account || account.deactivated_at !== null
}
