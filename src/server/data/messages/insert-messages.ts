import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../engine/database'
import { fixedStatement } from '../engine/fixed-statement'
import type { MessageRow } from '../schema'

/*
 * Messages as rows, and the statements of the general way, which runs in a transaction. The fast way is in
 * `insert-messages-fast.ts`; `docs/fast-ways.md` says what must be equal both ways.
 */

/** A message to store. */
export type NewMessageRow = Omit<MessageRow, 'id' | 'has_attachment' | 'last_edited_at'>

/** Columns of `messages` that an insert writes, with their types. */
const writtenColumns = {
  realm_id: 'bigint',
  sender_id: 'bigint',
  stream_id: 'bigint',
  dm_group_id: 'bigint',
  topic: 'text',
  content: 'text',
  rendered_content: 'text',
  is_me_message: 'boolean',
  client: 'text',
  sent_at: 'timestamptz',
  read_by_sender: 'boolean',
  mentions_everybody: 'boolean',
  has_link: 'boolean',
  has_image: 'boolean',
  is_widget: 'boolean',
} as const satisfies Record<keyof NewMessageRow, ColumnType>

type ColumnType = 'bigint' | 'text' | 'boolean' | 'timestamptz'

const writtenNames = sql.raw(Object.keys(writtenColumns).join(', '))

/** Turns any number of messages into rows of a statement, under the name `given`. */
export interface PreparedRows<Row> {
  /** Names of the columns. */
  names: readonly GivenName<Row>[]
  /** One array per column: one parameter per value would be too many for a few thousand rows. */
  columnsOf(messages: readonly Row[]): Record<GivenName<Row>, readonly unknown[]>
  /**
   * The rows, with their order as `position`. The planner does not see their number
   * (engine/planning.ts).
   * @param columns arrays, or the placeholders for them
   */
  rows(columns: Readonly<Record<GivenName<Row>, unknown>>): RawBuilder<unknown>
}

export type GivenName<Row> = keyof Row & string

/** @param further columns that are not part of the row in `messages` */
export function givenWith<Row extends NewMessageRow>(
  further: Partial<Record<Exclude<keyof Row, keyof NewMessageRow>, ColumnType>>,
): PreparedRows<Row> {
  const columns = Object.entries<ColumnType>({ ...writtenColumns, ...further })
  const names = columns.map(([name]) => name as GivenName<Row>)
  return {
    names,
    columnsOf(messages) {
      const values = names.map((name) => [
        name,
        name === 'sent_at'
          ? messages.map((message) => message.sent_at.toISOString())
          : messages.map((message) => message[name]),
      ])
      return Object.fromEntries(values) as Record<GivenName<Row>, readonly unknown[]>
    },
    rows(given) {
      const arrays = columns.map(
        ([name, type]) => sql`(select ${given[name as GivenName<Row>]}::${sql.raw(type)}[])`,
      )
      return sql`unnest(${sql.join(arrays)})
        with ordinality as given (${sql.raw(names.join(', '))}, position)`
    },
  }
}

/** Inserts the messages of a source, whose columns are named like those of `messages`. */
export function insertFrom(
  source: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`insert into messages (id, ${writtenNames}) overriding system value
    select ${id}, ${writtenNames} from ${source}`
}

/** A message and its reserved id; null lets the database assign one. */
export type MessageToInsert = NewMessageRow & { given_id: number | null }

const givenToInsert = givenWith<MessageToInsert>({ given_id: 'bigint' })
const idGivenOrNext = sql`coalesce(given_id, nextval('messages_id_seq'))`

const insertGiven = fixedStatement<{ id: number }, GivenName<MessageToInsert>>(
  givenToInsert.names,
  (given) => sql`
    ${insertFrom(sql`${givenToInsert.rows(given)} order by position`, idGivenOrNext)}
    returning id`,
)

/**
 * Inserts messages within a transaction, and returns their ids, which ascend in the given order.
 */
export async function insertMessages(
  tx: Tx,
  messages: readonly MessageToInsert[],
): Promise<number[]> {
  if (messages.length === 0) return []
  const inserted = await insertGiven(tx, givenToInsert.columnsOf(messages))
  return inserted.map((row) => row.id).sort((a, b) => a - b)
}

/** The flags of a new message for one user. */
export interface FlagsOfOne {
  user_id: number
  mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
  /** Gets the message even if not subscribed to its stream. */
  is_onlooker: boolean
}

/** Columns of flags: first the message they belong to. */
export const flagNames = [
  'of_message',
  'user_id',
  'mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'is_onlooker',
] as const

/** Flags of several messages, or the placeholders for them in a statement: one array per column. */
export type FlagColumns<Column = readonly unknown[]> = Record<(typeof flagNames)[number], Column>

/** @param flags each with the id of its message, or another number that identifies it */
export function flagColumns(flags: readonly (FlagsOfOne & { of_message: number })[]): FlagColumns {
  const columns = flagNames.map((name) => [name, flags.map((flag) => flag[name])])
  return Object.fromEntries(columns) as FlagColumns
}

/** Flags of several messages as rows of a statement, under the name `flag`. */
export function flagRows(columns: FlagColumns<unknown>): RawBuilder<unknown> {
  return sql`unnest(
    (select ${columns.of_message}::bigint[]), (select ${columns.user_id}::bigint[]),
    (select ${columns.mentioned}::boolean[]), (select ${columns.topic_wildcard_mentioned}::boolean[]),
    (select ${columns.has_alert_word}::boolean[]), (select ${columns.is_onlooker}::boolean[])
  ) as flag (of_message, user_id, mentioned, topic_wildcard_mentioned, has_alert_word,
    is_onlooker)`
}

/** Stores flags of messages for the users who receive them; ignores the flags of others. */
export async function insertMessageFlags(
  tx: Tx,
  realmId: number,
  flags: readonly (FlagsOfOne & { message_id: number })[],
): Promise<void> {
  if (flags.length === 0) return
  await sql`
    insert into message_flags (realm_id, user_id, message_id, mentioned, topic_wildcard_mentioned,
      has_alert_word)
    select ${realmId}, flag.user_id, messages.id, mentioned, topic_wildcard_mentioned, has_alert_word
    from ${flagRows(flagColumns(flags.map((flag) => ({ ...flag, of_message: flag.message_id }))))}
    join messages on messages.realm_id = ${realmId} and messages.id = flag.of_message
    where is_onlooker
      or exists (
        select from subscriptions
        where subscriptions.realm_id = ${realmId} and subscriptions.user_id = flag.user_id
          and subscriptions.stream_id = messages.stream_id and subscriptions.active)
      or exists (
        select from dm_group_members member
        where member.realm_id = ${realmId} and member.user_id = flag.user_id
          and member.dm_group_id = messages.dm_group_id)
    on conflict (realm_id, user_id, message_id) do update set mentioned = excluded.mentioned,
      topic_wildcard_mentioned = excluded.topic_wildcard_mentioned,
      has_alert_word = excluded.has_alert_word`.execute(tx)
}
