import type { Queryable, Tx } from '../../../data/engine/database'
import type { StreamRow } from '../../../data/schema'
import { listUnreadLeft } from '../../../data/read-state/leaving'
import type { SubscriptionKey } from '../../../data/streams/subscription-changes'
import { listGuestTies, listSubscribers } from '../../../data/streams/subscriptions'
import type { Publication } from '../../../events/publish'
import { groupBy } from '../../../lib/group-by'
import type { PlainEvent } from '../../../../shared/events'
import { flagAdded } from '../../../wire/read-state'
import { peersChanged, streamCreated } from '../../../wire/stream-events'
import { audienceOfStream } from '../../access/streams/access-stream'

/*
 * Events of many subscriptions at once. Streams that the same users join or leave share one event:
 * otherwise 100 users in 100 streams would cause 10,000 events for everybody.
 */

/** Streams with the same set of users. */
interface Peers {
  streams: StreamRow[]
  /** Ids of the users, ascending. */
  userIds: number[]
}

/** Groups streams by their set of users; streams without users are omitted. */
function groupPeers(streams: readonly StreamRow[], ties: readonly SubscriptionKey[]): Peers[] {
  const tiesOf = groupBy(ties, (tie) => tie.stream_id)
  const peopled = streams.flatMap((stream) => {
    const userIds = (tiesOf.get(stream.id) ?? []).map((tie) => tie.user_id).sort((a, b) => a - b)
    return userIds.length > 0 ? [{ stream, userIds }] : []
  })
  return [...groupBy(peopled, ({ userIds }) => userIds.join()).values()].map((alike) => ({
    streams: alike.map(({ stream }) => stream),
    userIds: (alike[0] as (typeof alike)[number]).userIds,
  }))
}

/**
 * Events for users who gain sight of streams: `create`, and `peer_add` for the subscribers, because
 * clients take a created stream to be without subscribers.
 */
export async function streamAppearanceEvents(
  db: Queryable,
  realmId: number,
  streams: readonly StreamRow[],
): Promise<PlainEvent[]> {
  if (streams.length === 0) return []
  return appearanceOf(streams, await listSubscribers(db, realmId, streams.map(idOf)))
}

/** {@link streamAppearanceEvents} for streams with different audiences: one query, then the events by stream. */
export async function streamAppearanceEventsByAudience(
  db: Queryable,
  realmId: number,
  streams: readonly StreamRow[],
): Promise<(stream: StreamRow) => PlainEvent[]> {
  const ties = streams.length > 0 ? await listSubscribers(db, realmId, streams.map(idOf)) : []
  const tiesOf = groupBy(ties, (tie) => tie.stream_id)
  return (stream) => appearanceOf([stream], tiesOf.get(stream.id) ?? [])
}

function appearanceOf(
  streams: readonly StreamRow[],
  ties: readonly SubscriptionKey[],
): PlainEvent[] {
  return [
    streamCreated(streams),
    ...groupPeers(streams, ties).map(({ streams: alike, userIds }) =>
      peersChanged('peer_add', alike, userIds),
    ),
  ]
}

function idOf({ id }: StreamRow): number {
  return id
}

interface PeerChange {
  op: 'peer_add' | 'peer_remove'
  /** With `subscribers_version` after the change. */
  streams: readonly StreamRow[]
  ties: readonly SubscriptionKey[]
}

/**
 * Events that users were subscribed to streams or unsubscribed, for everybody who may know the streams.
 *
 * @param except users who get another event instead
 * Source: docs/protocol/subscriptions.md#shared-peers.
 */
export async function peerEvents(
  tx: Tx,
  realmId: number,
  { op, streams, ties }: PeerChange,
  except: (peers: Peers) => readonly number[],
): Promise<Publication[]> {
  // The audience differs between private streams, so that they cannot share events.
  const hidden = streams
    .filter((stream) => stream.invite_only)
    .flatMap((stream) => groupPeers([stream], ties))
    .map((peers): Publication => ({
      event: peersChanged(op, peers.streams, peers.userIds),
      audience: { ...audienceOfStream(peers.streams[0] as StreamRow), except: except(peers) },
    }))
  const open = streams.filter((stream) => !stream.invite_only)
  const groups = groupPeers(open, ties)
  if (groups.length === 0) return hidden
  const streamIds = open.map((stream) => stream.id)
  const knownToGuest = groupBy(await listGuestTies(tx, realmId, streamIds), (tie) => tie.user_id)
  const told = groups.flatMap((peers): Publication[] => {
    const { userIds } = peers
    const members: Publication = {
      event: peersChanged(op, peers.streams, userIds),
      audience: { everyone: 'members', except: except(peers) },
    }
    return [members, ...explainToGuests(op, peers, except(peers), knownToGuest)]
  })
  return [...hidden, ...told]
}

/** The peer events for guests, each with only the streams that the guest is subscribed to. */
function explainToGuests(
  op: 'peer_add' | 'peer_remove',
  { streams, userIds }: Peers,
  except: readonly number[],
  knownToGuest: ReadonlyMap<number, readonly SubscriptionKey[]>,
): Publication[] {
  const streamById = new Map(streams.map((stream) => [stream.id, stream]))
  const excepted = new Set(except)
  const ties = [...knownToGuest].flatMap(([guestId, known]) =>
    excepted.has(guestId) ? [] : known.filter((tie) => streamById.has(tie.stream_id)),
  )
  const known = [...groupBy(ties, (tie) => tie.user_id)].map(([guestId, own]) => ({
    guestId,
    streams: own.map((tie) => streamById.get(tie.stream_id) as StreamRow),
  }))
  const alike = groupBy(known, (guest) => guest.streams.map((stream) => stream.id).join())
  return [...alike.values()].map((guests) => ({
    event: peersChanged(op, (guests[0] as (typeof guests)[number]).streams, userIds),
    audience: { userIds: guests.map(({ guestId }) => guestId) },
  }))
}

/**
 * Events that mark the unread messages of streams as read, for users who are about to lose the streams.
 * Call before the subscriptions end.
 *
 * Source: docs/protocol/subscriptions.md#left-is-read.
 */
export async function leftAsReadEvents(
  tx: Tx,
  realmId: number,
  streams: readonly StreamRow[],
  ties: readonly SubscriptionKey[],
): Promise<Publication[]> {
  const unread = await listUnreadLeft(tx, realmId, ties)
  const idsOf = new Map(unread.map((left) => [left.stream_id, left.message_ids]))
  const concerned = streams.filter((stream) => idsOf.has(stream.id))
  return groupPeers(concerned, ties).map(({ streams: left, userIds }) => {
    const ids = left.flatMap((stream) => idsOf.get(stream.id) ?? [])
    return {
      event: flagAdded(
        'read',
        ids.sort((a, b) => a - b),
      ),
      audience: { userIds },
    }
  })
}
