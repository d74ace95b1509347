import type { AppContext } from '../../../context'
import type { Tx } from '../../../db/engine/database'
import { ensureDmGroups, memberKey } from '../../../db/messages/dm-groups'
import type { StreamRow } from '../../../db/schema'
import { listUsersNamed } from '../../../db/users/users'
import type { UserWithRealm } from '../../../db/users/users'
import { getSpeaker } from '../../system-bots'
import type { SystemBot } from '../../system-bots'
import { findAttention } from './attention'
import { internalClient } from './draft'
import type { MessageDraft, MessageRecipient } from './draft'
import { postMessages } from './post'
import { renderContent, renderContents } from '../rendering/rendering'
import type { RenderedContent } from '../rendering/rendering'

export interface SystemPrivateMessage {
  recipientIds: readonly number[]
  content: string
  /** Streams that the content may link to, though they be private: all recipients may see them. */
  seenStreams?: readonly StreamRow[]
}

/** Sends one private message from a system bot to each recipient. */
export async function sendPrivatelyAs(
  { memory: { linkifiers }, renderer }: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
  bot: SystemBot,
  realmId: number,
  message: SystemPrivateMessage,
): Promise<void> {
  if (message.recipientIds.length === 0) return
  const sender = await getSpeaker(tx, realmId, bot)
  const recipients = await listUsersNamed(tx, realmId, { ids: message.recipientIds })
  const keyOf = (userId: number) => memberKey([sender.id, userId])
  const groups = await ensureDmGroups(
    tx,
    realmId,
    recipients.map((recipient) => keyOf(recipient.id)),
  )
  const rendered = await renderContent(tx, sender, message.content, {
    ...{ linkifiers, renderer },
    seenStreams: [message.seenStreams ?? []],
  })
  const drafts: MessageDraft[] = []
  for (const recipient of recipients) {
    const group = groups.get(keyOf(recipient.id))
    if (!group) continue
    drafts.push(
      await draftOf(tx, sender, message.content, rendered, {
        kind: 'private',
        group,
        members: [sender, recipient],
      }),
    )
  }
  await postMessages(tx, now, drafts)
}

export interface SystemStreamMessage {
  stream: StreamRow
  topic: string
  content: string
  /** Who did what it tells of. */
  actorId?: number
  /** Users of whom alone it is to be read; absent: of everybody but the actor. */
  unreadOnlyBy?: readonly number[]
}

/** Sends messages from a system bot to streams. */
export async function sendToStreamAs(
  { memory: { linkifiers }, renderer }: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
  bot: SystemBot,
  realmId: number,
  messages: readonly SystemStreamMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const sender = await getSpeaker(tx, realmId, bot)
  const rendered = await renderContents(
    tx,
    sender,
    messages.map((message) => message.content),
    // Who reads a message may see its stream.
    { linkifiers, renderer, seenStreams: messages.map(({ stream }) => [stream]) },
  )
  const drafts: MessageDraft[] = []
  for (const [index, { stream, topic, content, actorId, unreadOnlyBy }] of messages.entries()) {
    const recipient = { kind: 'stream', stream, topic } as const
    const draft = await draftOf(tx, sender, content, rendered[index] as RenderedContent, recipient)
    drafts.push({ ...draft, actorId, unreadOnlyBy })
  }
  await postMessages(tx, now, drafts)
}

async function draftOf(
  tx: Tx,
  sender: UserWithRealm,
  content: string,
  rendered: RenderedContent,
  recipient: MessageRecipient,
): Promise<MessageDraft> {
  const attention = await findAttention(tx, sender, recipient, rendered, [])
  return { sender, recipient, content, rendered, attention, client: internalClient }
}
