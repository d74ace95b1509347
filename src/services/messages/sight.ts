import type { Tx } from '../../db/engine/database'
import { listParticipantIds } from '../../db/messages/dm-groups'
import { listSight } from '../../db/access/readers'
import type { MessageRow, StreamRow, UserRow } from '../../db/schema'
import type { Audience } from '../../events/audience'
import { findStreamOfMessage } from '../../db/streams/streams'
import { publish } from '../../events/publish'
import type { PlainEvent } from '../../wire/events'
import type { Requester } from '../authentication'
import { identityOf } from '../users/sight'

/** Users to whom a change of messages looks the same. */
export interface Sight {
  audience: Audience
  /** Ids of the messages that they could read, ascending. */
  before: readonly number[]
  /** Ids of those that they can read afterwards. */
  after: readonly number[]
}

/** Messages of one stream, which stay there or go to another one. */
export interface StreamChange {
  from: StreamRow
  to: StreamRow
}

/** Who does it; nobody where the server does. */
type Actor = Pick<UserRow, 'id'> | undefined

/**
 * Users who are told of what happens to messages of a stream, and of which of them: subscribers, and in
 * public streams whoever does it. Only where the past is not shared are users looked at one by one;
 * otherwise audiences name streams, so that 10,000 subscribers cost no more than ten.
 */
export async function whoSees(
  tx: Tx,
  actor: Actor,
  messageIds: readonly number[],
  { from, to }: StreamChange,
): Promise<Sight[]> {
  if (!from.history_public_to_subscribers || !to.history_public_to_subscribers) {
    const streams = { from, to }
    const groups = await listSight(tx, from.realm_id, messageIds, streams, actor ? [actor.id] : [])
    return groups.map(({ user_ids: userIds, ...sight }) => ({ audience: { userIds }, ...sight }))
  }
  const arrived = {
    ...subscribersOf(to),
    ...(to.invite_only || !actor ? {} : { userIds: [actor.id] }),
  }
  const stay = { audience: arrived, before: messageIds, after: messageIds }
  if (from.id === to.id) return [stay]

  const departed: Audience = { ...subscribersOf(from), exceptIn: arrived }
  if (to.invite_only) return [stay, { audience: departed, before: messageIds, after: [] }]
  const members: Audience = { everyone: 'members' }
  const readers: Audience = { ...members, exceptIn: { ...members, exceptIn: departed } }
  const outsiders: Audience = { ...subscribersOf(from), exceptIn: { ...arrived, ...members } }
  return [
    stay,
    { audience: readers, before: messageIds, after: messageIds },
    { audience: outsiders, before: messageIds, after: [] },
  ]
}

/** Users who are told of what happens to one message, private ones too, that stays where it is. */
export async function whoSeesMessage(
  tx: Tx,
  actor: Actor,
  {
    realm_id: realmId,
    id,
    dm_group_id: groupId,
  }: Pick<MessageRow, 'realm_id' | 'id' | 'dm_group_id'>,
  stream: StreamRow | undefined,
): Promise<Sight[]> {
  if (stream) return whoSees(tx, actor, [id], { from: stream, to: stream })
  if (groupId === null) throw new Error('A message of a stream is told of with its stream.')
  const userIds = await listParticipantIds(tx, realmId, groupId)
  return [{ audience: { userIds }, before: [id], after: [id] }]
}

function subscribersOf(stream: StreamRow): Audience {
  return { subscribersOf: { streamId: stream.id, version: stream.subscribers_version } }
}

/** Tells those who hear of a message what somebody did about it, and that somebody. */
export async function tellReaders(
  tx: Tx,
  actor: Requester,
  message: MessageRow,
  event: PlainEvent,
): Promise<void> {
  const { realm_id: realmId, stream_id: streamId } = message
  const stream = streamId === null ? undefined : await findStreamOfMessage(tx, realmId, streamId)
  const sights = await whoSeesMessage(tx, actor, message, stream)
  await publish(
    tx,
    realmId,
    sights
      .filter(({ after }) => after.length > 0)
      .map(({ audience }) => ({ event, audience, identityOf: identityOf(actor) })),
  )
}
