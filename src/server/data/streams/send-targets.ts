import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isSubscribedTo } from '../access/rule'
import type { Queryable, Tx } from '../engine/database'
import type { StreamRow } from '../schema'

/** A stream with the columns needed to send to it: for the event and for access rules. */
export type MessageStream = Pick<
  StreamRow,
  | 'id'
  | 'name'
  | 'recipient_id'
  | 'invite_only'
  | 'permissions'
  | 'creator_id'
  | 'topics_policy'
  | 'subscribers_version'
>

export type SendTarget = MessageStream & {
  /**
   * Version of the stream's row, which changes with every update, including changes of its
   * subscribers.
   */
  revision: string
  sender_subscribed: boolean
  /** Whether the owner of the sending bot is subscribed. */
  owner_subscribed: boolean
  has_subscribers: boolean
}

/** A live stream, by name or id, with the columns that decide whether the sender may send to it. */
export async function findSendTarget(
  db: Queryable,
  sender: { id: number; realm_id: number; bot_owner_id: number | null },
  stream: string | number,
): Promise<SendTarget | undefined> {
  const { realm_id, id, bot_owner_id } = sender
  // A null id matches no user.
  const isSubscriber = (userId: number | null) =>
    isSubscribedTo({ realm_id, id: userId as number }, sql`streams.id`)
  return db
    .selectFrom('streams')
    .select([
      'id',
      'name',
      'recipient_id',
      'invite_only',
      'permissions',
      'creator_id',
      'topics_policy',
      'subscribers_version',
      sql<string>`xmin::text`.as('revision'),
      isSubscriber(id).as('sender_subscribed'),
      isSubscriber(bot_owner_id).as('owner_subscribed'),
      hasSubscribers.as('has_subscribers'),
    ])
    .where('realm_id', '=', realm_id)
    .where('deactivated_at', 'is', null)
    .where(isCalled(stream))
    .executeTakeFirst()
}

/** {@link holdOffJoins} for a live stream, by name or id. Returns its id. */
export async function holdOffJoinsOf(
  tx: Tx,
  realmId: number,
  stream: string | number,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('streams')
    .select(['id', sql`hold_off_joins(array[id])`.as('held')])
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .where(isCalled(stream))
    .executeTakeFirst()
  return row?.id
}

function isCalled(stream: string | number): RawBuilder<boolean> {
  return typeof stream === 'number'
    ? sql<boolean>`id = ${stream}`
    : sql<boolean>`fold_case(name) = fold_case(${stream})`
}

const hasSubscribers = sql<boolean>`exists (
  select from subscriptions
  join users on users.realm_id = subscriptions.realm_id and users.id = subscriptions.user_id
  where subscriptions.realm_id = streams.realm_id and subscriptions.stream_id = streams.id
    and subscriptions.active and users.deactivated_at is null)`
