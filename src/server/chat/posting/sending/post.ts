import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { insertMessageFlags } from '../../../data/messages/flags'
import { insertMessages } from '../../../data/messages/insert'
import { claimLocalMessage } from '../../../data/messages/local-ids'
import { markReadByMost, markReadOnArrival } from '../../../data/read-state/muting'
import type { ReadOnArrival } from '../../../data/read-state/muting'
import type { SendTarget } from '../../../data/streams/send-targets'
import { bodyAroundMessageId, publish } from '../../../events/publish'
import { queueWebhooks } from './outgoing-queue'
import { linkUploadsOf } from './link-uploads'
import { startWidgets } from '../widget'
import { storedFlags } from './attention'
import { publicationOf, readersOnArrival, rowOf, withMessageId } from './draft'
import type { MessageDraft } from './draft'

/**
 * Stores and publishes messages: one row and one event each. The audience of an event names the stream
 * instead of its subscribers. Answers the ids, ascending in the order of the drafts.
 */
export async function postMessages(
  tx: Tx,
  now: Date,
  drafts: readonly MessageDraft[],
): Promise<number[]> {
  return postNumbered(
    tx,
    now,
    drafts.map((draft) => ({ draft, id: null })),
  )
}

/** Stores and publishes one message. A repeated send answers the id of the first one. */
export async function postOnce(
  tx: Tx,
  now: Date,
  { realm_id, id: user_id }: MessageDraft['sender'],
  echo: MessageDraft['echo'],
  draft: () => Promise<MessageDraft>,
): Promise<number> {
  if (!echo) {
    const [id] = await postMessages(tx, now, [await draft()])
    return id as number
  }
  const key = { realm_id, user_id, queue_id: echo.queueId, local_id: echo.localId }
  const { id, isNew } = await claimLocalMessage(tx, key)
  if (isNew) await postNumbered(tx, now, [{ draft: await draft(), id }])
  return id
}

async function postNumbered(
  tx: Tx,
  now: Date,
  posts: readonly { draft: MessageDraft; id: number | null }[],
): Promise<number[]> {
  const [first] = posts
  if (!first) return []
  const realmId = first.draft.sender.realm_id
  const ids = await insertMessages(
    tx,
    posts.map(({ draft, id }) => ({ ...rowOf(draft, now), given_id: id })),
  )
  const numbered = posts.map(({ draft }, index) => ({ draft, id: ids[index] as number }))
  for (const { draft, id } of numbered) {
    // One by one, since few messages link files.
    await linkUploadsOf(tx, draft.sender, { id, content: draft.content })
  }
  await insertMessageFlags(
    tx,
    realmId,
    numbered.flatMap(({ draft, id }) =>
      storedFlags(draft.attention).map((flags) => ({ ...flags, message_id: id })),
    ),
  )
  await markReadOnArrival(tx, realmId, numbered.flatMap(readOnArrival))
  for (const { draft, id } of numbered) {
    const { recipient, unreadOnlyBy } = draft
    if (unreadOnlyBy === undefined || recipient.kind !== 'stream') continue
    const place = { streamId: recipient.stream.id, topic: recipient.topic }
    await markReadByMost(tx, realmId, id, place, unreadOnlyBy)
  }
  const submessages = await startWidgets(tx, numbered)
  const publications = numbered.map(({ draft, id }) =>
    publicationOf(draft, id, now, submessages.get(id)),
  )
  await publish(tx, realmId, publications)
  await queueWebhooks(
    tx,
    realmId,
    publications.map(({ event }, index) => ({
      draft: (numbered[index] as (typeof numbered)[number]).draft,
      message: event.message,
    })),
  )
  return ids
}

function readOnArrival({ draft, id }: { draft: MessageDraft; id: number }): ReadOnArrival[] {
  const { recipient } = draft
  return readersOnArrival(draft).map((userId) => ({
    message_id: id,
    user_id: userId,
    stream_id: recipient.kind === 'stream' ? recipient.stream.id : null,
    topic: recipient.kind === 'stream' ? recipient.topic : '',
    dm_group_id: recipient.kind === 'private' ? recipient.group.id : null,
  }))
}

/**
 * Stores and publishes one stream message, batched with simultaneous ones. Requires a sender without muters.
 *
 * @param stream the state against which the sender's access was checked
 * @returns undefined if the state has changed; the message is not stored then
 */
export async function postToCheckedStream(
  ctx: Pick<AppContext, 'storeMessage'>,
  now: Date,
  draft: MessageDraft & { recipient: { kind: 'stream' } },
  stream: SendTarget,
): Promise<number | undefined> {
  const unnumbered = publicationOf(draft, 0, now)
  const body = bodyAroundMessageId(unnumbered)
  return ctx.storeMessage({
    row: {
      stream_revision: stream.revision,
      queue_id: draft.echo?.queueId ?? null,
      local_id: draft.echo?.localId ?? null,
      flags: storedFlags(draft.attention),
      body_before_id: body.before,
      body_after_id: body.after,
      ...rowOf(draft, now),
      stream_id: stream.id,
    },
    bodyOf: (id) => withMessageId(unnumbered, id),
  })
}
