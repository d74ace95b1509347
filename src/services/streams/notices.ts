import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import type { StreamRow } from '../../db/schema'
import type { Requester } from '../authentication'
import { bold, person, quote } from '../messages/sending/quoting'
import { sendToStreamAs } from '../messages/sending/system-messages'

/** The topic in which a stream's subscribers find what was changed about it. */
const topic = 'channel events'

/**
 * Has the notification bot say in a stream what was changed about it.
 *
 * @param after the stream as it is now
 * Source: docs/protocol/streams.md#change-notices.
 */
export async function postChangeNotices(
  ctx: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
  requester: Requester,
  before: StreamRow,
  after: StreamRow,
): Promise<void> {
  const notices = describeChanges(person(requester), before, after).map((content) => {
    return { stream: after, topic, content, actorId: requester.id }
  })
  await sendToStreamAs(ctx, tx, now, 'notification', after.realm_id, notices)
}

function describeChanges(who: string, before: StreamRow, after: StreamRow): string[] {
  const told: string[] = []
  if (before.name !== after.name) {
    told.push(`${who} renamed channel ${bold(before.name)} to ${bold(after.name)}.`)
  }
  if (before.description !== after.description) {
    told.push(
      `${who} changed the description for this channel.\n\n` +
        `* **Old description:**\n${describe(before)}\n* **New description:**\n${describe(after)}`,
    )
  }
  const [oldAccess, newAccess] = [accessTo(before), accessTo(after)]
  if (oldAccess !== newAccess) {
    told.push(
      `${who} changed the access permissions for this channel from **${oldAccess}** to **${newAccess}**.`,
    )
  }
  if (before.is_announcement_only !== after.is_announcement_only) {
    told.push(
      `${who} changed the posting permissions for this channel:\n\n` +
        `* **Old permissions**: ${writersOf(before)}\n* **New permissions**: ${writersOf(after)}`,
    )
  }
  return told
}

function describe({ description }: StreamRow): string {
  return description === '' ? '*No description.*' : quote(description)
}

function accessTo(stream: StreamRow): string {
  if (!stream.invite_only) return 'Public'
  return stream.history_public_to_subscribers
    ? 'Private, shared history'
    : 'Private, protected history'
}

function writersOf(stream: StreamRow): string {
  return stream.is_announcement_only ? 'Administrators' : 'Everyone'
}
