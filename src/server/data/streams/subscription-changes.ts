import { sql } from 'kysely'
import type { SubscriptionChange } from '../../../shared/stream-events'
import type { Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { ColumnType } from '../engine/rows'
import { lockForJoins } from './order-of-joins'
import type { SubscriptionRow } from '../schema'

export interface SubscriptionKey {
  user_id: number
  stream_id: number
}

const keyColumns = { user_id: 'bigint', stream_id: 'bigint' } as const

export type NewSubscription = Pick<SubscriptionRow, 'user_id' | 'stream_id' | 'color'>

/**
 * Subscribes users to streams, or reactivates earlier subscriptions with their settings, and opens
 * a period for each, after the messages that are told without them. The caller has locked the
 * streams, and increments their `subscribers_version` afterwards. Returns the new rows; users who are already subscribed, even since a moment
 * ago by another transaction, are left out.
 */
export async function activateSubscriptions(
  tx: Tx,
  realmId: number,
  subscriptions: readonly NewSubscription[],
): Promise<SubscriptionRow[]> {
  if (subscriptions.length === 0) return []
  const activated = await sql<SubscriptionRow>`
    insert into subscriptions as existing (realm_id, user_id, stream_id, color, joined_version)
    select ${realmId}, user_id, stream_id, color, subscribers_version + 1
    from ${rowsAs('wanted', subscriptions, { ...keyColumns, color: 'text' })}
    join streams on streams.realm_id = ${realmId} and streams.id = stream_id
    on conflict (realm_id, user_id, stream_id)
      do update set active = true, joined_version = excluded.joined_version
      where not existing.active
    returning *`.execute(tx)
  await lockForJoins(
    tx,
    activated.rows.map((row) => row.stream_id),
  )
  await sql`
    insert into subscription_periods (realm_id, user_id, stream_id, from_message_id)
    select ${realmId}, user_id, stream_id, newest.id
    from ${rowsAs('added', activated.rows, keyColumns)},
      lateral (select coalesce(max(id), 0) as id from messages where realm_id = ${realmId}) newest
    on conflict (realm_id, user_id, stream_id, from_message_id) do update set to_message_id = null`.execute(
    tx,
  )
  return activated.rows
}

/**
 * Ends active subscriptions and their periods, and returns their keys. All their messages count as
 * read from then on. The caller holds off sends ({@link lockForJoins}).
 */
export async function endSubscriptions(
  tx: Tx,
  realmId: number,
  keys: readonly SubscriptionKey[],
): Promise<SubscriptionKey[]> {
  // Both statements must mean the same newest message, although others come meanwhile.
  const { rows: ended } = await sql<SubscriptionKey & { newest_id: number }>`
    update subscriptions set active = false, read = int8multirange(int8range(0, newest.id + 1))
    from ${rowsAs('gone', keys, keyColumns)},
      (select coalesce(max(id), 0) as id from messages where realm_id = ${realmId}) newest
    where subscriptions.realm_id = ${realmId} and subscriptions.active
      and subscriptions.user_id = gone.user_id and subscriptions.stream_id = gone.stream_id
    returning subscriptions.user_id, subscriptions.stream_id, newest.id as newest_id`.execute(tx)
  await sql`
    with states_ended as (
      delete from topic_read_states state
      using ${rowsAs('gone', ended, keyColumns)}
      where state.realm_id = ${realmId} and state.user_id = gone.user_id
        and state.stream_id = gone.stream_id
    )
    update subscription_periods set
      -- The newest message may have been deleted since it began.
      to_message_id = greatest(newest_id, from_message_id)
    from ${rowsAs('gone', ended, { ...keyColumns, newest_id: 'bigint' })}
    where subscription_periods.realm_id = ${realmId} and to_message_id is null
      and subscription_periods.user_id = gone.user_id
      and subscription_periods.stream_id = gone.stream_id`.execute(tx)
  return ended.map(({ user_id, stream_id }) => ({ user_id, stream_id }))
}

/** The columns of settings. `in_home_view`, which older clients know, is the opposite of `is_muted`. */
export type SubscriptionSettings = Pick<
  SubscriptionRow,
  Exclude<SubscriptionChange['property'], 'in_home_view'>
>

const settingColumns = {
  color: 'text',
  is_muted: 'boolean',
  pin_to_top: 'boolean',
  desktop_notifications: 'boolean',
  audible_notifications: 'boolean',
  push_notifications: 'boolean',
  email_notifications: 'boolean',
  wildcard_mentions_notify: 'boolean',
} as const satisfies Record<keyof SubscriptionSettings, ColumnType>

const assignments = Object.keys(settingColumns).map((column) => `${column} = changed.${column}`)

/** Updates the settings of subscriptions, whose rows the caller has locked. */
export async function updateSubscriptionSettings(
  tx: Tx,
  realmId: number,
  rows: readonly (SubscriptionKey & SubscriptionSettings)[],
): Promise<void> {
  await sql`
    update subscriptions set ${sql.raw(assignments.join(', '))}
    from ${rowsAs('changed', rows, { ...keyColumns, ...settingColumns })}
    where subscriptions.realm_id = ${realmId} and subscriptions.user_id = changed.user_id
      and subscriptions.stream_id = changed.stream_id`.execute(tx)
}

/** Locks a user's active subscriptions to live streams; returns them with the stream names. */
export async function lockSubscriptionsOf(
  tx: Tx,
  realmId: number,
  userId: number,
  streamIds: readonly number[],
): Promise<(SubscriptionRow & { stream_name: string })[]> {
  return tx
    .selectFrom('subscriptions')
    .innerJoin('streams', (join) =>
      join
        .onRef('streams.realm_id', '=', 'subscriptions.realm_id')
        .onRef('streams.id', '=', 'subscriptions.stream_id'),
    )
    .selectAll('subscriptions')
    .select('streams.name as stream_name')
    .where('subscriptions.realm_id', '=', realmId)
    .where('subscriptions.user_id', '=', userId)
    .where(sql<boolean>`subscriptions.stream_id = any(${[...streamIds]}::bigint[])`)
    .where('subscriptions.active', '=', true)
    .where('streams.deactivated_at', 'is', null)
    .orderBy('subscriptions.stream_id')
    .forUpdate('subscriptions')
    .execute()
}
