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

/** Sends one private message from a system bot to each recipient. */
export async function sendPrivatelyAs(
  { memory: { linkifiers } }: Pick<AppContext, 'memory'>,
  tx: Tx,
  now: Date,
  bot: SystemBot,
  realmId: number,
  message: { recipientIds: readonly number[]; content: string },
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
  const rendered = await renderContent(tx, sender, message.content, { linkifiers })
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
}

/** Sends messages from a system bot to streams. */
export async function sendToStreamAs(
  { memory: { linkifiers } }: Pick<AppContext, 'memory'>,
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
    { linkifiers },
  )
  const drafts: MessageDraft[] = []
  for (const [index, { stream, topic, content }] of messages.entries()) {
    const recipient = { kind: 'stream', stream, topic } as const
    drafts.push(await draftOf(tx, sender, content, rendered[index] as RenderedContent, recipient))
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
