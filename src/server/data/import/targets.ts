import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { rowsAs } from '../engine/rows'

/** The location of a message, for links to it. */
export interface MessagePlace {
  id: number
  stream_id: number | null
  topic: string
  /** Ids of the members of a private conversation, joined by commas. */
  member_key: string | null
}

/** Rows that references in imported texts name, by id. */
export interface Targets {
  /** Full names. */
  users: Map<number, string>
  /** Names. */
  groups: Map<number, string>
  /** Names. */
  streams: Map<number, string>
  /** Streams that a link by name leads to: public ones that are not archived, so that no other stream has the name. */
  linkedByName: Set<number>
  uploads: Map<number, { path_key: string; file_name: string }>
  messages: Map<number, MessagePlace>
}

/** Five statements at most. */
export async function readTargets(
  db: Queryable,
  realmId: number,
  ids: {
    userIds: readonly number[]
    groupIds: readonly number[]
    streamIds: readonly number[]
    uploadIds: readonly number[]
    messageIds: readonly number[]
  },
): Promise<Targets> {
  const messages = await listPlaces(db, realmId, ids.messageIds)
  const streamIds = [...ids.streamIds, ...messages.flatMap(({ stream_id }) => stream_id ?? [])]
  const users = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids.userIds]}::bigint[])`)
    .execute()
  const groups = await listGroupNames(db, realmId, ids.groupIds)
  const streams = await db
    .selectFrom('streams')
    .select(['id', 'name', 'invite_only', 'deactivated_at'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${streamIds}::bigint[])`)
    .execute()
  const uploads = await db
    .selectFrom('uploads')
    .select(['id', 'path_key', 'file_name'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids.uploadIds]}::bigint[])`)
    .execute()
  return {
    users: new Map(users.map((user) => [user.id, user.full_name])),
    groups,
    streams: new Map(streams.map((stream) => [stream.id, stream.name])),
    linkedByName: new Set(
      streams
        .filter((stream) => !stream.invite_only && stream.deactivated_at === null)
        .map(({ id }) => id),
    ),
    uploads: new Map(uploads.map((upload) => [upload.id, upload])),
    messages: new Map(messages.map((message) => [message.id, message])),
  }
}

async function listGroupNames(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const groups = await db
    .selectFrom('user_groups')
    .select(['id', 'name'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(groups.map(({ id, name }) => [id, name]))
}

async function listPlaces(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<MessagePlace[]> {
  const { rows } = await sql<MessagePlace>`
    select messages.id, stream_id, topic, member_key
    from messages
    left join dm_groups on dm_groups.realm_id = messages.realm_id
      and dm_groups.id = messages.dm_group_id
    where messages.realm_id = ${realmId} and messages.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** The streams in which system bots wrote, by sender and stream: their notices there link the stream itself. */
export async function listOwnStreams(
  db: Queryable,
  realmId: number,
  places: readonly { sender_id: number; stream_id: number }[],
): Promise<Map<string, { id: number; name: string }[]>> {
  const { rows } = await sql<{ sender_id: number; id: number; name: string }>`
    select users.id as sender_id, streams.id, streams.name
    from (select distinct sender_id, stream_id
      from ${rowsAs('given', places, { sender_id: 'bigint', stream_id: 'bigint' })}) as place
    join users on users.realm_id = ${realmId} and users.id = place.sender_id and users.is_system_bot
    join streams on streams.realm_id = ${realmId} and streams.id = place.stream_id`.execute(db)
  return new Map(rows.map(({ sender_id, id, name }) => [`${sender_id}/${id}`, [{ id, name }]]))
}
