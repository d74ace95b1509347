import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../../data/schema'
import { findStreamById } from '../../../data/streams/streams'
import type { Text } from '../../../text/i18n/catalogs/catalog'
import { groupBy } from '../../../lib/group-by'
import type { Requester } from '../../rules/authentication'
import { person, streamLink, withoutMentions } from '../../rules/messages/quoting'
import { sendPrivatelyAs, sendToStreamAs } from '../../posting/sending/system-messages'
import type { SystemStreamMessage } from '../../posting/sending/system-messages'

export interface SubscriptionsMade {
  added: readonly SubscriptionRow[]
  users: readonly UserRow[]
  streams: readonly StreamRow[]
  created: readonly StreamRow[]
  announce: boolean
  /** Whether to write to the users, because the call named principals. */
  toPrincipals: boolean
}

type Context = Pick<AppContext, 'caches' | 'renderer'>

/**
 * Sends the system bots' messages about new subscriptions and streams.
 * Source: docs/protocol/subscriptions.md#subscribe-messages.
 */
export async function announceSubscriptions(
  ctx: Context,
  tx: Tx,
  requester: Requester,
  made: SubscriptionsMade,
): Promise<void> {
  if (made.toPrincipals) await sendSubscriptionNotices(ctx, tx, requester, made)
  if (made.announce) await announceCreation(ctx, tx, requester, made.created)
  await sendToStreamAs(
    ctx,
    tx,
    'welcome',
    made.created.map((stream) => ({
      stream,
      topic: (say) => say('stream.greetingTopic'),
      content: greeting(stream),
      // The stream is as empty as before.
      unreadOnlyBy: [],
    })),
  )
}

/** Writes to people whom the requester subscribed to existing streams. */
async function sendSubscriptionNotices(
  ctx: Context,
  tx: Tx,
  requester: Requester,
  { added, users, streams, created }: SubscriptionsMade,
): Promise<void> {
  const createdIds = new Set(created.map((stream) => stream.id))
  const streamById = new Map(streams.map((stream) => [stream.id, stream]))
  const existingByUser = groupBy(
    added.filter((row) => !createdIds.has(row.stream_id)),
    (row) => row.user_id,
  )
  const told = users.filter(
    (user) => !user.is_bot && user.id !== requester.id && existingByUser.has(user.id),
  )
  const streamsOf = (user: UserRow) =>
    (existingByUser.get(user.id) ?? []).flatMap((row) => streamById.get(row.stream_id) ?? [])
  const linksOf = (user: UserRow) => linksByName(streamsOf(user)).join('\n')
  for (const recipients of groupBy(told, linksOf).values()) {
    const [one] = recipients
    const streams = one ? streamsOf(one) : []
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId: requester.realm_id,
      recipientIds: recipients.map((user) => user.id),
      content: subscribedText(requester, streams),
      // All recipients are subscribed to exactly these streams, so links to them may be rendered.
      seenStreams: streams,
    })
  }
}

function subscribedText(subscriber: Requester, streams: readonly StreamRow[]): Text {
  const who = person(subscriber)
  const links = linksByName(streams)
  const [only, further] = links
  if (only !== undefined && further === undefined) {
    return (say) => say('subscribed.one', { who, stream: only })
  }
  const list = links.map((link) => `* ${link}`).join('\n')
  return (say) => say('subscribed.several', { who, streams: list })
}

function linksByName(streams: readonly StreamRow[]): string[] {
  return [...streams].sort((a, b) => (a.name < b.name ? -1 : 1)).map(streamLink)
}

async function announceCreation(
  ctx: Context,
  tx: Tx,
  requester: Requester,
  created: readonly StreamRow[],
): Promise<void> {
  const streamId = requester.realm_notifications_stream_id
  // Private streams are not announced, because the readers may not know them.
  const announced = created.filter((stream) => !stream.invite_only)
  if (announced.length === 0 || streamId === null) return
  const stream = await findStreamById(tx, requester.realm_id, streamId)
  if (!stream) return
  const links = announced.map(streamLink)
  const who = person(requester)
  const content: Text = (say) =>
    links.length === 1
      ? say('stream.created', { who, stream: links.join() })
      : say('stream.severalCreated', { who, streams: links.join(', ') })
  const message = {
    stream,
    topic: (say) => say('stream.topicOfCreations'),
    content,
    actorId: requester.id,
  } satisfies SystemStreamMessage
  await sendToStreamAs(ctx, tx, 'notification', [message])
}

function greeting({ id, name, description }: StreamRow): Text {
  const stream = streamLink({ id, name })
  return description === ''
    ? (say) => say('stream.greeting', { stream })
    : (say) =>
        say('stream.greetingDescribed', { stream, description: withoutMentions(description) })
}
