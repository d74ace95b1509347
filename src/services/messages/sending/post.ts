import type { AppContext } from '../../../context'
import type { Tx } from '../../../db/engine/database'
import { claimLocalMessage } from '../../../db/messages/local-ids'
import { insertMessageFlags } from '../../../db/messages/flags'
import { insertMessages } from '../../../db/messages/messages'
import { linkUploads, mayLinkUploads } from '../../../db/uploads/links'
import type { SendTarget } from '../../../db/streams/streams'
import { bodyAroundMessageId, publish } from '../../../events/publish'
import { storedFlags } from './attention'
import { isReadBySender, publicationOf, withMessageId } from './draft'
import type { Draft } from './draft'
import { queueWebhooks } from '../../outgoing-webhooks/queue'
import { startWidgets, widgetTypeOf } from '../../widgets/widget'

/**
 * Stores messages and publishes them: one row each, and one event each whose audience names
 * the stream instead of its subscribers. Answers their ids, ascending in the order given.
 */
export async function postMessages(tx: Tx, now: Date, drafts: readonly Draft[]): Promise<number[]> {
  return postNumbered(
    tx,
    now,
    drafts.map((draft) => ({ draft, id: null })),
  )
}

/** What is posted is told of only when it is new: a repeated send answers the id of the first. */
export async function postOnce(
  tx: Tx,
  now: Date,
  { realm_id, id: user_id }: Draft['sender'],
  echo: Draft['echo'],
  draft: () => Promise<Draft>,
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
  posts: readonly { draft: Draft; id: number | null }[],
): Promise<number[]> {
  const [first] = posts
  if (!first) return []
  const realmId = first.draft.sender.realm_id
  const ids = await insertMessages(
    tx,
    posts.map(({ draft, id }) => {
      const { recipient } = draft
      return {
        ...rowOf(draft, now),
        given_id: id,
        is_widget: widgetTypeOf(draft.content) !== undefined,
        stream_id: recipient.kind === 'stream' ? recipient.stream.id : null,
        dm_group_id: recipient.kind === 'private' ? recipient.group.id : null,
      }
    }),
  )
  const numbered = posts.map(({ draft }, index) => ({ draft, id: ids[index] as number }))
  for (const { draft, id } of numbered) {
    // Hardly any does, and then one alone.
    if (!mayLinkUploads(draft.content)) continue
    await linkUploads(tx, draft.sender, [{ id, content: draft.content }])
  }
  await insertMessageFlags(
    tx,
    realmId,
    numbered.flatMap(({ draft, id }) =>
      storedFlags(draft.attention).map((flags) => ({ ...flags, message_id: id })),
    ),
  )
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

/**
 * Stores and publishes one message to a stream, with others that come at the same time.
 *
 * @param stream as the sender's access was checked
 * @returns undefined when it is no longer so; the message is not stored then
 */
export async function postToCheckedStream(
  ctx: Pick<AppContext, 'storeMessage'>,
  now: Date,
  draft: Draft & { recipient: { kind: 'stream' } },
  stream: SendTarget,
): Promise<number | undefined> {
  const unnumbered = publicationOf(draft, 0, now)
  const body = bodyAroundMessageId(unnumbered)
  return ctx.storeMessage({
    row: {
      ...rowOf(draft, now),
      stream_id: stream.id,
      stream_revision: stream.revision,
      queue_id: draft.echo?.queueId ?? null,
      local_id: draft.echo?.localId ?? null,
      flags: storedFlags(draft.attention),
      body_before_id: body.before,
      body_after_id: body.after,
    },
    bodyOf: (id) => withMessageId(unnumbered, id),
  })
}

/** The columns that do not depend on what a message is addressed to. */
function rowOf(draft: Draft, now: Date) {
  const { sender, recipient, content, rendered, client } = draft
  return {
    realm_id: sender.realm_id,
    sender_id: sender.id,
    topic: recipient.kind === 'stream' ? recipient.topic : '',
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
    client,
    sent_at: now,
    read_by_sender: isReadBySender(draft),
    mentions_everybody: rendered.mentionsWildcard,
    has_link: rendered.hasLink,
    has_image: rendered.hasImage,
  }
}
