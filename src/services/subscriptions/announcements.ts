import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../db/schema'
import { findStreamById } from '../../db/streams/streams'
import { groupBy } from '../../runtime/group-by'
import type { Requester } from '../authentication'
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

type Context = Pick<AppContext, 'memory'>

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
  const nameOf = new Map(streams.map((stream) => [stream.id, stream.name]))
  const existingByUser = groupBy(
    added.filter((row) => !createdIds.has(row.stream_id)),
    (row) => row.user_id,
  )
  const told = users.filter(
    (user) => !user.is_bot && user.id !== requester.id && existingByUser.has(user.id),
  )
  const recipientsByText = groupBy(told, (user) => {
    const rows = existingByUser.get(user.id) ?? []
    return subscribedText(
      requester.full_name,
      rows.map((row) => nameOf.get(row.stream_id) ?? ''),
    )
  })
  for (const [content, recipients] of recipientsByText) {
    const recipientIds = recipients.map((user) => user.id)
    await sendPrivatelyAs(ctx, tx, now, 'notification', requester.realm_id, {
      recipientIds,
      content,
    })
  }
}

function subscribedText(subscriber: string, names: readonly string[]): string {
  const [only] = names
  if (names.length === 1) {
    return `Hi there! @**${subscriber}** just subscribed you to the stream #**${only}**.`
  }
  const list = [...names].sort().map((name) => `* #**${name}**`)
  return [
    `Hi there! @**${subscriber}** just subscribed you to the following streams:`,
    '',
    ...list,
  ].join('\n')
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
  const names = announced.map(({ name }) => `#**${name}**`)
  const content =
    names.length === 1
      ? `${requester.full_name} just created a new stream ${names[0]}.`
      : `${requester.full_name} just created the following streams: ${names.join(', ')}`
  const message = { stream, topic: 'Streams', content }
  await sendToStreamAs(ctx, tx, now, 'notification', requester.realm_id, [message])
}

function greeting(stream: StreamRow): string {
  const welcome = `Welcome to #**${stream.name}**.`
  return stream.description === ''
    ? welcome
    : `${welcome}\n\n**Description**: ${stream.description}`
}
