import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../db/schema'
import { findStreamById } from '../../db/streams/streams'
import { groupBy } from '../../runtime/group-by'
import type { Requester } from '../authentication'
import { person, streamLink, withoutMentions } from '../messages/sending/quoting'
import { sendPrivatelyAs, sendToStreamAs } from '../messages/sending/system-messages'

export interface SubscriptionsMade {
  added: readonly SubscriptionRow[]
  users: readonly UserRow[]
  streams: readonly StreamRow[]
  created: readonly StreamRow[]
  announce: boolean
  /** The call named principals, rather than meaning the requester. */
  toPrincipals: boolean
}

type Context = Pick<AppContext, 'memory' | 'renderer'>

/**
 * Has the system bots write about new subscriptions and streams.
 * Source: docs/protocol/subscriptions.md#subscribe-messages.
 */
export async function announceSubscriptions(
  ctx: Context,
  tx: Tx,
  now: Date,
  requester: Requester,
  made: SubscriptionsMade,
): Promise<void> {
  if (made.toPrincipals) await tellPrincipals(ctx, tx, now, requester, made)
  if (made.announce) await announceCreation(ctx, tx, now, requester, made.created)
  await sendToStreamAs(
    ctx,
    tx,
    now,
    'welcome',
    requester.realm_id,
    made.created.map((stream) => ({ stream, topic: 'hello', content: greeting(stream) })),
  )
}

/** People whom somebody else subscribed to streams that existed before are told so. */
async function tellPrincipals(
  ctx: Context,
  tx: Tx,
  now: Date,
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
  const recipientsByText = groupBy(told, (user) => subscribedText(requester, streamsOf(user)))
  for (const [content, recipients] of recipientsByText) {
    const [one] = recipients
    await sendPrivatelyAs(ctx, tx, now, 'notification', requester.realm_id, {
      recipientIds: recipients.map((user) => user.id),
      content,
      // They are subscribed by now, all to the same.
      seenStreams: one ? streamsOf(one) : [],
    })
  }
}

function subscribedText(subscriber: Requester, streams: readonly StreamRow[]): string {
  const [only] = streams
  const intro = `Hi there! ${person(subscriber)} just subscribed you to the`
  if (only && streams.length === 1) return `${intro} stream ${streamLink(only)}.`
  const byName = [...streams].sort((a, b) => (a.name < b.name ? -1 : 1))
  const list = byName.map((stream) => `* ${streamLink(stream)}`)
  return [`${intro} following streams:`, '', ...list].join('\n')
}

async function announceCreation(
  ctx: Context,
  tx: Tx,
  now: Date,
  requester: Requester,
  created: readonly StreamRow[],
): Promise<void> {
  const streamId = requester.realm_notifications_stream_id
  // A private stream stays unknown to those who may not see it.
  const announced = created.filter((stream) => !stream.invite_only)
  if (announced.length === 0 || streamId === null) return
  const stream = await findStreamById(tx, requester.realm_id, streamId)
  if (!stream) return
  const links = announced.map(streamLink)
  const content =
    links.length === 1
      ? `${person(requester)} just created a new stream ${links[0]}.`
      : `${person(requester)} just created the following streams: ${links.join(', ')}`
  const message = { stream, topic: 'Streams', content }
  await sendToStreamAs(ctx, tx, now, 'notification', requester.realm_id, [message])
}

function greeting(stream: StreamRow): string {
  const welcome = `Welcome to ${streamLink(stream)}.`
  return stream.description === ''
    ? welcome
    : `${welcome}\n\n**Description**: ${withoutMentions(stream.description)}`
}
