import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ImportScope } from '../import/keys'

/** A message on the other side. */
export interface Carried {
  channel: string
  ts: string
  root_ts: string | null
  message_id: number | null
  is_ours: boolean
  edited_ts: string
  deleted: boolean
  /**
   * A message from here has the digest of the text that is there; any other one has the last edit here that came from there,
   * or {@link editorIsTold}.
   */
  told: string | null
  reactions: string[]
}

export interface PlaceThere {
  channel: string
  ts: string
}

/** The editor of a message of the other side knows that the edit stays here. */
export const editorIsTold = 'editor is told'

const columns = sql.raw(
  'channel, ts, root_ts, message_id, is_ours, edited_ts, deleted, told, reactions',
)

/** The known state of a message on the other side. */
export async function findCarried(
  db: Queryable,
  { realmId, source }: ImportScope,
  { channel, ts }: PlaceThere,
): Promise<Carried | undefined> {
  const { rows } = await sql<Carried>`
    select ${columns} from bridge_messages
    where realm_id = ${realmId} and source = ${source} and channel = ${channel} and ts = ${ts}`.execute(
    db,
  )
  return rows[0]
}

/** The place on the other side of a message here. */
export async function findCarriedHere(
  db: Queryable,
  { realmId, source }: ImportScope,
  messageId: number,
): Promise<Carried | undefined> {
  const { rows } = await sql<Carried>`
    select ${columns} from bridge_messages
    where realm_id = ${realmId} and source = ${source} and message_id = ${messageId}
    order by ts limit 1`.execute(db)
  return rows[0]
}

/** Writes what is known of a message on the other side; absent fields stay. */
export async function noteCarried(
  db: Queryable | Tx,
  { realmId, source }: ImportScope,
  { channel, ts }: PlaceThere,
  news: Partial<Omit<Carried, 'channel' | 'ts'>>,
): Promise<void> {
  const given = Object.entries(news).filter(([, value]) => value !== undefined)
  const names = given.map(([name]) => sql`, ${sql.id(name)}`)
  const values = given.map(([, value]) => sql`, ${value}`)
  const changes = given.map(([name]) => sql`${sql.id(name)} = excluded.${sql.id(name)}`)
  await sql`
    insert into bridge_messages (realm_id, source, channel, ts ${sql.join(names, sql``)})
    values (${realmId}, ${source}, ${channel}, ${ts} ${sql.join(values, sql``)})
    on conflict (realm_id, source, channel, ts) do ${
      given.length === 0 ? sql`nothing` : sql`update set ${sql.join(changes)}`
    }`.execute(db)
}

/** Messages of a channel at or after a time that exist there as far as is known; the oldest first. */
export async function listCarriedSince(
  db: Queryable,
  { realmId, source }: ImportScope,
  { channel, ts }: PlaceThere,
  most: number,
): Promise<Carried[]> {
  const { rows } = await sql<Carried>`
    select ${columns} from bridge_messages
    where realm_id = ${realmId} and source = ${source} and channel = ${channel} and ts >= ${ts}
      and not deleted order by ts limit ${most}`.execute(db)
  return rows
}

/** A state of a reaction on the other side. */
export interface ReactionThere extends PlaceThere {
  userKey: string
  emoji: string
  changedTs: string
  isThere: boolean
}

/** Notes a state of a reaction. @returns false if a later state is known */
export async function noteReaction(
  tx: Tx,
  { realmId, source }: ImportScope,
  { channel, ts, userKey, emoji, changedTs, isThere }: ReactionThere,
): Promise<boolean> {
  const { rows } = await sql`
    insert into bridge_reactions (realm_id, source, channel, ts, user_key, emoji, changed_ts, is_there)
    values (${realmId}, ${source}, ${channel}, ${ts}, ${userKey}, ${emoji}, ${changedTs}, ${isThere})
    on conflict (realm_id, source, channel, ts, user_key, emoji) do update
      set changed_ts = excluded.changed_ts, is_there = excluded.is_there
      where bridge_reactions.changed_ts <= excluded.changed_ts
    returning ts`.execute(tx)
  return rows.length > 0
}

/** Reactions to a message that are there as far as is known, as `user key` and `emoji`. */
export async function listReactionsThere(
  db: Queryable,
  { realmId, source }: ImportScope,
  { channel, ts }: PlaceThere,
): Promise<{ user_key: string; emoji: string }[]> {
  const { rows } = await sql<{ user_key: string; emoji: string }>`
    select user_key, emoji from bridge_reactions
    where realm_id = ${realmId} and source = ${source} and channel = ${channel} and ts = ${ts}
      and is_there`.execute(db)
  return rows
}

/** The topic in which the newest reply to a thread is now, if that is in the stream. */
export async function findTopicOfThread(
  db: Queryable,
  { realmId, source }: ImportScope,
  { channel, ts }: PlaceThere,
  streamId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ topic: string }>`
    select messages.topic from bridge_messages carried
    join messages on messages.realm_id = carried.realm_id and messages.id = carried.message_id
    where carried.realm_id = ${realmId} and carried.source = ${source}
      and carried.channel = ${channel} and carried.root_ts = ${ts} and messages.stream_id = ${streamId}
    order by carried.ts desc limit 1`.execute(db)
  return rows[0]?.topic
}
