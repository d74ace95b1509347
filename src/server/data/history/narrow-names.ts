import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { listed } from '../engine/planning'
import { isReadableBy } from '../access/message-conditions'
import type { Reader } from '../access/rule'
import type { StreamRow, UserRow } from '../schema'

/** A stream that a narrow names, with the columns that decide whether its messages are readable. */
export type NarrowedStream = Pick<
  StreamRow,
  'id' | 'invite_only' | 'history_public_to_subscribers' | 'permissions' | 'creator_id'
> & {
  /** The name as spelled in the narrow; null if it gave an id. */
  name: string | null
  is_subscribed: boolean
  /**
   * Id after which the reader's first subscription begins, if the stream hides its past; else null.
   */
  since: number | null
}

/** Streams by name, ignoring case, and by id. Archived streams are found by id only. */
export async function listNarrowedStreams(
  db: Queryable,
  reader: Reader,
  names: readonly string[],
  ids: readonly number[],
): Promise<NarrowedStream[]> {
  const columns = (name: RawBuilder<unknown>) => sql`
    select ${name} as name, streams.id, streams.invite_only, streams.history_public_to_subscribers,
      streams.permissions, streams.creator_id,
      coalesce(subscriptions.active, false) as is_subscribed, streams.deactivated_at as archived_at,
      case when streams.history_public_to_subscribers then null else (
        select min(from_message_id) from subscription_periods period
        where period.realm_id = streams.realm_id and period.user_id = ${reader.id}
          and period.stream_id = streams.id
      ) end as since
    from streams left join subscriptions on subscriptions.realm_id = streams.realm_id
      and subscriptions.user_id = ${reader.id} and subscriptions.stream_id = streams.id`
  const byId = sql`${columns(sql`null::text`)}
    join ${listed(ids, 'bigint')} as wanted (id) on streams.id = wanted.id
    where streams.realm_id = ${reader.realm_id}`
  const byName = sql`${columns(sql`wanted.name`)}
    join ${listed(names, 'text')} as wanted (name) on fold_case(streams.name) = fold_case(wanted.name)
    where streams.realm_id = ${reader.realm_id}`
  const parts = [...(ids.length > 0 ? [byId] : []), ...(names.length > 0 ? [byName] : [])]
  if (parts.length === 0) return []
  const { rows } = await sql<NarrowedStream>`${sql.join(parts, sql` union all `)}
    order by archived_at desc nulls first`.execute(db)
  return rows
}

/** Accounts by email, ignoring case, and by id; keyed by the reference as it was given. */
export async function mapUserReferences(
  db: Queryable,
  realmId: number,
  references: readonly (string | number)[],
): Promise<Map<string | number, Pick<UserRow, 'id' | 'is_bot'>>> {
  const emails = references.filter((reference) => typeof reference === 'string')
  const ids = references.filter((reference) => typeof reference === 'number')
  const byId = sql`
    select null::text as email, users.id, users.is_bot from ${listed(ids, 'bigint')} as wanted (id)
    join users on users.realm_id = ${realmId} and users.id = wanted.id`
  const byEmail = sql`
    select wanted.email, users.id, users.is_bot from ${listed(emails, 'text')} as wanted (email)
    join users on users.realm_id = ${realmId} and lower(users.email) = lower(wanted.email)`
  const parts = [...(ids.length > 0 ? [byId] : []), ...(emails.length > 0 ? [byEmail] : [])]
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ email: string | null; id: number; is_bot: boolean }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ email, ...user }) => [email ?? user.id, user]))
}

/** The stream and topic, or the private conversation, of a message. */
export interface PlaceOfMessage {
  stream_id: number | null
  dm_group_id: number | null
  topic: string
}

/** The place of a message that the reader may read. */
export async function findPlaceOfMessage(
  db: Queryable,
  reader: Reader,
  messageId: number,
): Promise<PlaceOfMessage | undefined> {
  const { rows } = await sql<PlaceOfMessage>`
    select stream_id, dm_group_id, topic from messages
    where realm_id = ${reader.realm_id} and id = ${messageId} and ${isReadableBy(reader)}`.execute(
    db,
  )
  return rows[0]
}
