import type { Tx } from '../../db/database'
import { ensureDmGroups, memberKey } from '../../db/dm-groups'
import type { StreamRow } from '../../db/schema'
import { listUsersNamed } from '../../db/users'
import { getSystemBot } from '../system-bots'
import type { SystemBot } from '../system-bots'
import { internalClient } from './clients'
import { postMessages } from './post'
import { renderContent, renderContents } from './rendering'
import type { RenderedContent } from './rendering'

/** One private message from a system bot to each recipient. */
export async function sendPrivatelyAs(
  tx: Tx,
  now: Date,
  bot: SystemBot,
  realmId: number,
  message: { recipientIds: readonly number[]; content: string },
): Promise<void> {
  if (message.recipientIds.length === 0) return
  const sender = await getSystemBot(tx, realmId, bot)
  const recipients = await listUsersNamed(tx, realmId, { ids: message.recipientIds })
  const keyOf = (userId: number) => memberKey([sender.id, userId])
  const groups = await ensureDmGroups(
    tx,
    realmId,
    recipients.map((recipient) => keyOf(recipient.id)),
  )
  const rendered = await renderContent(tx, sender, message.content)
  await postMessages(
    tx,
    now,
    recipients.flatMap((recipient) => {
      const group = groups.get(keyOf(recipient.id))
      if (!group) return []
      return {
        sender,
        recipient: { kind: 'private' as const, group, members: [sender, recipient] },
        content: message.content,
        rendered,
        client: internalClient,
      }
    }),
  )
}

export interface SystemStreamMessage {
  stream: StreamRow
  topic: string
  content: string
}

/** Messages from a system bot to streams. */
export async function sendToStreamAs(
  tx: Tx,
  now: Date,
  bot: SystemBot,
  realmId: number,
  messages: readonly SystemStreamMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const sender = await getSystemBot(tx, realmId, bot)
  const rendered = await renderContents(
    tx,
    sender,
    messages.map((message) => message.content),
  )
  await postMessages(
    tx,
    now,
    messages.map(({ stream, topic, content }, index) => ({
      sender,
      recipient: { kind: 'stream', stream, topic },
      content,
      rendered: rendered[index] as RenderedContent,
      client: internalClient,
    })),
  )
}
