import { sql } from 'kysely'
import type { Tx } from '../engine/database'
import type { SubscriptionRow } from '../schema'

export interface SubscriptionKey {
  user_id: number
  stream_id: number
}

export type NewSubscription = Pick<SubscriptionRow, 'user_id' | 'stream_id' | 'color'>

/**
 * Subscribes users to streams, or revives what they had before with its old settings, and
 * opens a period for each. Answers the rows as they are now; users who are subscribed
 * already, also through somebody else just now, are left out.
 */
export async function activateSubscriptions(
  tx: Tx,
  realmId: number,
  subscriptions: readonly NewSubscription[],
): Promise<SubscriptionRow[]> {
  if (subscriptions.length === 0) return []
  const column = <K extends keyof NewSubscription>(name: K) =>
    subscriptions.map((subscription) => subscription[name])
  const activated = await sql<SubscriptionRow>`
    insert into subscriptions as existing (realm_id, user_id, stream_id, color)
    select ${realmId}, * from unnest(
      ${column('user_id')}::bigint[], ${column('stream_id')}::bigint[], ${column('color')}::text[])
    on conflict (realm_id, user_id, stream_id) do update set active = true
      where not existing.active
    returning *`.execute(tx)
  await sql`
    insert into subscription_periods (realm_id, user_id, stream_id, from_message_id)
    select ${realmId}, user_id, stream_id, newest.id
    from unnest(${activated.rows.map((row) => row.user_id)}::bigint[],
                ${activated.rows.map((row) => row.stream_id)}::bigint[]) as added (user_id, stream_id),
      lateral (select coalesce(max(id), 0) as id from messages where realm_id = ${realmId}) newest
    on conflict (realm_id, user_id, stream_id, from_message_id) do update set to_message_id = null`.execute(
    tx,
  )
  return activated.rows
}

/**
 * Ends active subscriptions and their periods; answers which there were. What they brought counts
 * as read from then on.
 */
export async function endSubscriptions(
  tx: Tx,
  realmId: number,
  keys: readonly SubscriptionKey[],
): Promise<SubscriptionKey[]> {
  const users = keys.map((key) => key.user_id)
  const streams = keys.map((key) => key.stream_id)
  const ended = await sql<SubscriptionKey>`
    update subscriptions set active = false, read = int8multirange(int8range(0, newest.id + 1))
    from unnest(${users}::bigint[], ${streams}::bigint[]) as gone (user_id, stream_id),
      (select coalesce(max(id), 0) as id from messages where realm_id = ${realmId}) newest
    where subscriptions.realm_id = ${realmId} and subscriptions.active
      and subscriptions.user_id = gone.user_id and subscriptions.stream_id = gone.stream_id
    returning subscriptions.user_id, subscriptions.stream_id`.execute(tx)
  await sql`
    with states_ended as (
      delete from topic_read_states state
      using unnest(${ended.rows.map((row) => row.user_id)}::bigint[],
                   ${ended.rows.map((row) => row.stream_id)}::bigint[]) as gone (user_id, stream_id)
      where state.realm_id = ${realmId} and state.user_id = gone.user_id
        and state.stream_id = gone.stream_id
    )
    update subscription_periods set to_message_id = newest.id
    from unnest(${ended.rows.map((row) => row.user_id)}::bigint[],
                ${ended.rows.map((row) => row.stream_id)}::bigint[]) as gone (user_id, stream_id),
      (select coalesce(max(id), 0) as id from messages where realm_id = ${realmId}) newest
    where subscription_periods.realm_id = ${realmId} and to_message_id is null
      and subscription_periods.user_id = gone.user_id
      and subscription_periods.stream_id = gone.stream_id`.execute(tx)
  return ended.rows
}

export type SubscriptionSettings = Pick<
  SubscriptionRow,
  | 'color'
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'
>

/** Writes the settings of subscriptions, whose rows the caller has locked. */
export async function updateSubscriptionSettings(
  tx: Tx,
  realmId: number,
  rows: readonly (SubscriptionKey & SubscriptionSettings)[],
): Promise<void> {
  const column = <K extends keyof (SubscriptionKey & SubscriptionSettings)>(name: K) =>
    rows.map((row) => row[name])
  await sql`
    update subscriptions set color = changed.color, is_muted = changed.is_muted,
      pin_to_top = changed.pin_to_top, desktop_notifications = changed.desktop_notifications,
      audible_notifications = changed.audible_notifications,
      push_notifications = changed.push_notifications,
      email_notifications = changed.email_notifications,
      wildcard_mentions_notify = changed.wildcard_mentions_notify
    from unnest(
      ${column('user_id')}::bigint[], ${column('stream_id')}::bigint[], ${column('color')}::text[],
      ${column('is_muted')}::boolean[], ${column('pin_to_top')}::boolean[],
      ${column('desktop_notifications')}::boolean[], ${column('audible_notifications')}::boolean[],
      ${column('push_notifications')}::boolean[], ${column('email_notifications')}::boolean[],
      ${column('wildcard_mentions_notify')}::boolean[]
    ) as changed (user_id, stream_id, color, is_muted, pin_to_top, desktop_notifications,
      audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify)
    where subscriptions.realm_id = ${realmId} and subscriptions.user_id = changed.user_id
      and subscriptions.stream_id = changed.stream_id`.execute(tx)
}

/** Locks the active subscriptions of a user to live streams; answers them with their names. */
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
