import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { ImportScope } from './keys'

/** Names of live streams, in lower case, among the given ones. */
export async function listTakenNames(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select fold_case(name) as name from streams
    where realm_id = ${realmId} and deactivated_at is null
      and fold_case(name) in (select fold_case(wanted) from unnest(${[...names]}::text[]) as wanted)`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}

export interface ImportedSubscription {
  user_id: number
  stream_id: number
  active: boolean
  color: string
  is_muted: boolean
  pin_to_top: boolean
  desktop_notifications: boolean | null
  audible_notifications: boolean | null
  push_notifications: boolean | null
  email_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

/** The ones among these subscriptions that exist, active or not. */
export async function listSubscriptionsAmong(
  db: Queryable,
  realmId: number,
  ties: readonly { user_id: number; stream_id: number }[],
): Promise<{ user_id: number; stream_id: number }[]> {
  const { rows } = await sql<{ user_id: number; stream_id: number }>`
    select tie.user_id, tie.stream_id
    from ${rowsAs('wanted', ties, { user_id: 'bigint', stream_id: 'bigint' })}
    join subscriptions tie on tie.realm_id = ${realmId} and tie.user_id = wanted.user_id
      and tie.stream_id = wanted.stream_id`.execute(db)
  return rows
}

/** Inserts subscriptions that do not exist yet. @returns the keys of the new ones */
export async function insertImportedSubscriptions(
  tx: Tx,
  realmId: number,
  subscriptions: readonly ImportedSubscription[],
): Promise<{ user_id: number; stream_id: number }[]> {
  const { rows } = await sql<{ user_id: number; stream_id: number }>`
    insert into subscriptions (realm_id, user_id, stream_id, active, color, is_muted, pin_to_top,
      desktop_notifications, audible_notifications, push_notifications, email_notifications,
      wildcard_mentions_notify, joined_version)
    select ${realmId}, user_id, stream_id, active, color, is_muted, pin_to_top, desktop_notifications,
      audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify,
      subscribers_version + 1
    from ${rowsAs('given', subscriptions, {
      user_id: 'bigint',
      stream_id: 'bigint',
      active: 'boolean',
      color: 'text',
      is_muted: 'boolean',
      pin_to_top: 'boolean',
      desktop_notifications: 'boolean',
      audible_notifications: 'boolean',
      push_notifications: 'boolean',
      email_notifications: 'boolean',
      wildcard_mentions_notify: 'boolean',
    })}
    join streams on streams.realm_id = ${realmId} and streams.id = stream_id
    on conflict do nothing
    returning user_id, stream_id`.execute(tx)
  return rows
}

/** A period of membership, in the order of the source. */
export interface WaitingPeriod {
  user_id: number
  stream_id: number
  from_position: number
  to_position: number | null
}

/** Opens a period of everything for new subscriptions, until their own periods are known. */
export async function openWholePeriods(
  tx: Tx,
  realmId: number,
  keys: readonly { user_id: number; stream_id: number }[],
): Promise<void> {
  await sql`
    insert into subscription_periods (realm_id, user_id, stream_id, from_message_id)
    select ${realmId}, user_id, stream_id, 0
    from ${rowsAs('given', keys, { user_id: 'bigint', stream_id: 'bigint' })}
    on conflict do nothing`.execute(tx)
}

export async function insertWaitingPeriods(
  tx: Tx,
  { realmId, source }: ImportScope,
  periods: readonly WaitingPeriod[],
): Promise<void> {
  if (periods.length === 0) return
  await sql`
    insert into import_periods (realm_id, source, user_id, stream_id, from_position, to_position)
    select ${realmId}, ${source}, user_id, stream_id, from_position, to_position
    from ${rowsAs('given', periods, {
      user_id: 'bigint',
      stream_id: 'bigint',
      from_position: 'bigint',
      to_position: 'bigint',
    })}
    on conflict do nothing`.execute(tx)
}

export async function insertReadPositions(
  tx: Tx,
  { realmId, source }: ImportScope,
  positions: readonly { user_id: number; stream_id: number; at: number }[],
): Promise<void> {
  if (positions.length === 0) return
  await sql`
    insert into import_read_positions (realm_id, source, user_id, stream_id, position)
    select ${realmId}, ${source}, user_id, stream_id, at
    from ${rowsAs('given', positions, { user_id: 'bigint', stream_id: 'bigint', at: 'bigint' })}
    on conflict do nothing`.execute(tx)
}

export async function insertTopicPolicies(
  tx: Tx,
  realmId: number,
  policies: readonly {
    user_id: number
    stream_id: number
    topic: string
    policy: number
    updated_at: Date
  }[],
): Promise<void> {
  if (policies.length === 0) return
  await sql`
    insert into user_topics (realm_id, user_id, stream_id, topic_key, topic, visibility_policy,
      updated_at)
    select ${realmId}, user_id, stream_id, fold_case(topic), topic, policy, updated_at
    from ${rowsAs('given', policies, {
      user_id: 'bigint',
      stream_id: 'bigint',
      topic: 'text',
      policy: 'smallint',
      updated_at: 'timestamptz',
    })}
    on conflict do nothing`.execute(tx)
}
