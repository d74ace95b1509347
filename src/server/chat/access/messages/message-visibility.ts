import type { Tx } from '../../../data/engine/database'
import { listParticipantIds } from '../../../data/messages/dm-groups'
import { hasSubscribersWithout, listVisibility } from '../../../data/access/readers'
import type { MessageRow, StreamRow, UserRow } from '../../../data/schema'
import type { Audience } from '../../../events/audience'
import { findStreamOfMessage } from '../../../data/streams/streams'
import { publish } from '../../../events/publish'
import type { PlainEvent } from '../../../../shared/events'
import type { Requester } from '../../rules/authentication'
import { identityOf } from '../../rules/realms/settings'
import { contentOpenTo } from '../streams/access-stream'

/** A group of users with the same visibility of the messages before and after a change. */
export interface Sight {
  audience: Audience
  /** Ids of the messages readable before the change, ascending. */
  before: readonly number[]
  /** Ids of the messages readable after the change. */
  after: readonly number[]
}

/** The streams of messages before and after a change; the same stream unless they move. */
export interface StreamChange {
  from: StreamRow
  to: StreamRow
}

/** The acting user; undefined for the server. */
type Actor = Pick<UserRow, 'id'> | undefined

/**
 * The users to notify of a change of stream messages, grouped by the messages they can read: subscribers, and
 * in public streams also the actor. Lists single users only if history is not shared with subscribers;
 * otherwise the audiences name streams, so that the cost does not grow with the number of subscribers.
 */
export async function whoSees(
  tx: Tx,
  actor: Actor,
  messageIds: readonly number[],
  { from, to }: StreamChange,
): Promise<Sight[]> {
  if (!from.history_public_to_subscribers || !to.history_public_to_subscribers) {
    const streams = { from, to }
    const groups = await listVisibility(tx, messageIds, streams, actor ? [actor.id] : [])
    return groups.map(({ user_ids: userIds, ...sight }) => ({ audience: { userIds }, ...sight }))
  }
  const arrived = {
    ...subscribersOf(to),
    ...(to.invite_only || !actor ? {} : { userIds: [actor.id] }),
  }
  const stay = { audience: arrived, before: messageIds, after: messageIds }
  if (from.id === to.id) return [stay]

  const isLeft = await hasSubscribersWithout(tx, { from, to }, { onlyGuests: !to.invite_only })
  const departed: Audience = { ...subscribersOf(from), exceptIn: arrived }
  if (to.invite_only) {
    const letIn: Audience = { inGroups: contentOpenTo(to) }
    const leavers: Audience = { ...subscribersOf(from), exceptIn: { ...arrived, ...letIn } }
    const readers: Audience = { ...letIn, exceptIn: { ...letIn, exceptIn: departed } }
    return [
      stay,
      ...(letIn.inGroups?.length ? [{ ...stay, audience: readers }] : []),
      ...(isLeft ? [{ audience: leavers, before: messageIds, after: [] }] : []),
    ]
  }
  const members: Audience = { everyone: 'members' }
  const readers: Audience = { ...members, exceptIn: { ...members, exceptIn: departed } }
  const outsiders: Audience = { ...subscribersOf(from), exceptIn: { ...arrived, ...members } }
  const keepers: Sight[] = [stay, { audience: readers, before: messageIds, after: messageIds }]
  return isLeft ? [...keepers, { audience: outsiders, before: messageIds, after: [] }] : keepers
}

/** The users to notify of a change of one stream or private message that is not moved. */
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

/** Publishes an action on a message to its readers and to the actor. */
export async function publishToReaders(
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
