import { listBots } from '../../db/bots/bots'
import type { BotRow } from '../../db/bots/bots'
import type { Tx } from '../../db/engine/database'
import { listDefaultStreams } from '../../db/realms/realms'
import type { Role, UserRow } from '../../db/schema'
import type { Publication } from '../../events/publish'
import type { PlainEvent } from '../../wire/events'
import { defaultStreamsChanged, streamDeleted } from '../../wire/stream-events'
import { botAdded, botDeleted } from '../../wire/user-events'
import { presentBotRow } from '../bots/visibility'
import { mayKnowBot } from '../bots/visibility'
import { isGuest } from '../permissions'
import { explainAppearance } from '../streams/appearance'
import { listKnownStreams } from '../streams/list'

/**
 * Events that tell a user which streams and bots appear and disappear with another role, as if
 * these were created and deleted.
 *
 * @param user with the role before the change
 */
export async function explainNewSight(
  tx: Tx,
  user: UserRow,
  nextRole: Role,
): Promise<Publication[]> {
  const next = { ...user, role: nextRole }
  const streams = compare(await listKnownStreams(tx, user), await listKnownStreams(tx, next))
  const allBots = await listBots(tx, user.realm_id)
  const botsKnownTo = (viewer: UserRow) => allBots.filter((bot) => mayKnowBot(viewer, bot))
  const bots = compare<BotRow>(botsKnownTo(user), botsKnownTo(next))

  const events: PlainEvent[] = [
    ...(await explainAppearance(tx, user.realm_id, streams.gained)),
    ...(streams.lost.length > 0 ? [streamDeleted(streams.lost)] : []),
    ...(isGuest(user) && !isGuest(next)
      ? [defaultStreamsChanged(await listDefaultStreams(tx, user.realm_id))]
      : []),
    ...bots.gained.map((bot) => botAdded(presentBotRow(bot))),
    ...bots.lost.map(botDeleted),
  ]
  return events.map((event) => ({ event, audience: { userIds: [user.id] } }))
}

function compare<T extends { id: number }>(
  before: readonly T[],
  after: readonly T[],
): { gained: T[]; lost: T[] } {
  const idsBefore = new Set(before.map((item) => item.id))
  const idsAfter = new Set(after.map((item) => item.id))
  return {
    gained: after.filter((item) => !idsBefore.has(item.id)),
    lost: before.filter((item) => !idsAfter.has(item.id)),
  }
}
