import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { ensureDmGroups, memberKey } from '../../../data/messages/dm-groups'
import type { DmGroup } from '../../../data/messages/dm-groups'
import type { StreamRow, UserRow } from '../../../data/schema'
import { listUsersNamed } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import type { Text } from '../../../text/i18n/catalogs/catalog'
import { languageFor, sayingIn } from '../../../text/i18n/languages'
import { memoize } from '../../../lib/memo'
import { slicesOf } from '../../../lib/turns'
import { topicForNotice } from './topic-checks'
import { realmSettingsOf } from '../../rules/realms/settings'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { getSpeaker } from '../../rules/system-bots'
import type { SystemBot } from '../../rules/system-bots'
import { findAttention } from './attention'
import { internalClient } from './compose-message'
import type { MessageDraft, MessageRecipient } from './compose-message'
import { storeInTransaction } from './store-message'
import { renderContent, renderContents } from '../rendering/rendering'
import type { RenderedContent } from '../rendering/rendering'

export interface SystemPrivateMessage {
  realmId: number
  recipientIds: readonly number[]
  /** Written for each recipient in their own language. */
  content: Text
  /** Streams that the content may link even if they are private, because all recipients may see them. */
  seenStreams?: readonly StreamRow[]
}

/** Sends one private message from a system bot to each recipient, and answers the ids of the messages. */
export async function sendPrivatelyAs(
  { caches: { linkifiers }, renderer }: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  bot: SystemBot,
  message: SystemPrivateMessage,
): Promise<number[]> {
  if (message.recipientIds.length === 0) return []
  const { realmId } = message
  const sender = await getSpeaker(tx, realmId, bot)
  const languageOf = (user: UserRow) => languageFor(userSettingsOf(user).default_language)
  const render = memoize(async (language: string) => {
    const content = said(message.content, language)
    const seenStreams = [message.seenStreams ?? []]
    const rendered = await renderContent(tx, sender, content, { linkifiers, renderer, seenStreams })
    return { content, rendered }
  })
  const recipientIds = [...new Set(message.recipientIds)].sort((a, b) => a - b)
  const sent: number[] = []
  for (const ids of slicesOf(recipientIds)) {
    const recipients = await listUsersNamed(tx, realmId, { ids })
    const drafts: MessageDraft[] = []
    for (const { group, members } of await conversationsWith(tx, sender, recipients)) {
      const { content, rendered } = await render(languageOf(members[1]))
      const draft = { kind: 'private', group, members } as const
      drafts.push(await draftOf(tx, sender, draft, { content, rendered }))
    }
    sent.push(...(await storeInTransaction(tx, drafts)))
  }
  return sent
}

/** The private conversation of a system bot with each recipient. */
async function conversationsWith(
  tx: Tx,
  sender: UserWithRealm,
  recipients: readonly UserRow[],
): Promise<{ group: DmGroup; members: [UserWithRealm, UserRow] }[]> {
  const keyOf = (userId: number) => memberKey([sender.id, userId])
  const groups = await ensureDmGroups(
    tx,
    sender.realm_id,
    recipients.map((recipient) => keyOf(recipient.id)),
  )
  return recipients.flatMap((recipient) => {
    const group = groups.get(keyOf(recipient.id))
    return group ? [{ group, members: [sender, recipient] }] : []
  })
}

export interface SystemStreamMessage {
  stream: StreamRow
  /** An existing topic, or a text in the organization's language. */
  topic: Text | string
  /** In the organization's language. */
  content: Text
  /** The user whose action the message reports. */
  actorId?: number
  /** If set, the message is unread only for these users; default: unread for everybody but the actor. */
  unreadOnlyBy?: readonly number[]
}

/** Sends messages from a system bot to streams of one organization. */
export async function sendToStreamAs(
  { caches: { linkifiers }, renderer }: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  bot: SystemBot,
  messages: readonly SystemStreamMessage[],
): Promise<void> {
  const [first] = messages
  if (!first) return
  const sender = await getSpeaker(tx, first.stream.realm_id, bot)
  const language = realmSettingsOf(sender).default_language
  const contents = messages.map((message) => said(message.content, language))
  const rendered = await renderContents(
    tx,
    sender,
    contents,
    // Readers of a message may see its stream.
    { linkifiers, renderer, seenStreams: messages.map(({ stream }) => [stream]) },
  )
  const drafts: MessageDraft[] = []
  for (const [index, { stream, topic, actorId, unreadOnlyBy }] of messages.entries()) {
    const place = topicForNotice(stream, said(topic, language))
    const recipient = { kind: 'stream', stream, topic: place } as const
    const text = {
      content: contents[index] as string,
      rendered: rendered[index] as RenderedContent,
    }
    const draft = await draftOf(tx, sender, recipient, text)
    drafts.push({ ...draft, actorId, unreadOnlyBy })
  }
  await storeInTransaction(tx, drafts)
}

function said(text: Text | string, language: string): string {
  return typeof text === 'string' ? text : text(sayingIn(language))
}

async function draftOf(
  tx: Tx,
  sender: UserWithRealm,
  recipient: MessageRecipient,
  { content, rendered }: Pick<MessageDraft, 'content' | 'rendered'>,
): Promise<MessageDraft> {
  const attention = await findAttention(tx, sender, recipient, { rendered, alertedIds: [] })
  return { sender, recipient, content, rendered, attention, sentAt: tx.now, client: internalClient }
}
