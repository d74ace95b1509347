import { sql } from 'kysely'
import type { Role } from '../../../shared/rules/roles'
import { isInHistoryOf, isMarkedRead } from '../access/message-conditions'
import { namedPlaces } from '../access/named-messages'
import type { Reader } from '../access/rule'
import type { Queryable } from '../engine/database'
import { rowsAs } from '../engine/rows'
import { personColumns } from './person-key'
import type { PersonKey } from './person-key'

/** Mails and pushes read no more of a message's HTML. */
const mostHtmlCharacters = 100_001

/** A message for a mail or a push. */
export interface MailedMessage {
  id: number
  sender_id: number
  sender_name: string
  sender_email: string
  sender_is_bot: boolean
  sender_avatar_version: number
  sender_avatar_key: string | null
  stream_id: number | null
  stream_name: string | null
  topic: string
  dm_group_id: number | null
  content: string
  rendered_content: string
  sent_at: Date
}

/** A message for a person. */
interface MessageOfPerson extends PersonKey {
  message_id: number
}

/** The messages among the given ones that their people have received, may still read, and have not read. */
export async function listUnreadOfPeople(
  db: Queryable,
  wanted: readonly MessageOfPerson[],
): Promise<MessageOfPerson[]> {
  const person = {
    realm_id: sql<number>`wanted.realm_id`,
    id: sql<number>`wanted.user_id`,
    role: sql<Role>`reader.role`,
  }
  const { rows } = await sql<MessageOfPerson>`
    select wanted.realm_id, wanted.user_id, wanted.message_id
    from ${rowsAs('wanted', wanted, { ...personColumns, message_id: 'bigint' })}
    join users reader on reader.realm_id = wanted.realm_id and reader.id = wanted.user_id
    cross join lateral (
      select id, sender_id, stream_id, topic, dm_group_id, read_by_sender from messages
      where messages.realm_id = wanted.realm_id and messages.id = wanted.message_id
      offset 0
    ) m
    where ${isInHistoryOf(person, 'm')} and not ${isMarkedRead(person, 'm')}`.execute(db)
  return rows
}

/** Messages among the given ones that a reader may read and has not read, ascending. */
export async function listUnreadAmong(
  db: Queryable,
  reader: Reader,
  messageIds: readonly number[],
): Promise<MailedMessage[]> {
  return listMailed(
    db,
    reader,
    sql`select id from (${namedPlaces(reader, messageIds)}) places, unnest(unread) as id`,
  )
}

/**
 * Messages of a topic before another one, which the reader may read, ascending.
 * @param limits the earliest time, and the number of messages
 */
export async function listContext(
  db: Queryable,
  reader: Reader,
  { id, stream_id, topic }: MailedMessage,
  limits: { since: Date; most: number },
): Promise<MailedMessage[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where realm_id = ${reader.realm_id} and stream_id = ${stream_id}
      and fold_case(topic) = fold_case(${topic}) and id < ${id} and sent_at >= ${limits.since}
    order by id desc limit ${limits.most}`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  return listMailed(
    db,
    reader,
    sql`select id from (${namedPlaces(reader, ids)}) places, unnest(places.ids) as id`,
  )
}

/** Messages by their ids, ascending. The caller has checked who may read them. */
export async function listMessagesToMail(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<MailedMessage[]> {
  return listMailed(db, { realm_id: realmId }, sql`select unnest(${[...ids]}::bigint[])`)
}

async function listMailed(
  db: Queryable,
  { realm_id }: Pick<Reader, 'realm_id'>,
  ids: ReturnType<typeof sql>,
): Promise<MailedMessage[]> {
  const { rows } = await sql<MailedMessage>`
    select m.id, m.sender_id, sender.full_name as sender_name, sender.email as sender_email,
      sender.is_bot as sender_is_bot, sender.avatar_version as sender_avatar_version,
      sender.avatar_key as sender_avatar_key,
      m.stream_id, streams.name as stream_name, m.topic, m.dm_group_id, m.content,
      left(m.rendered_content, ${mostHtmlCharacters}) as rendered_content, m.sent_at
    from (${ids}) wanted (id)
    -- One by one: in a young organization PostgreSQL would rather read all messages than a few by their ids.
    cross join lateral (
      select id, sender_id, stream_id, topic, dm_group_id, content, rendered_content, sent_at
      from messages
      where messages.realm_id = ${realm_id} and messages.id = wanted.id
      offset 0
    ) m
    join users sender on sender.realm_id = ${realm_id} and sender.id = m.sender_id
    left join streams on streams.realm_id = ${realm_id} and streams.id = m.stream_id
    order by m.id`.execute(db)
  return rows
}

/** The members of private conversations, with the names that mails show. */
export async function listMembers(
  db: Queryable,
  realmId: number,
  groupIds: readonly number[],
): Promise<{ dm_group_id: number; user_id: number; full_name: string }[]> {
  if (groupIds.length === 0) return []
  return db
    .selectFrom('dm_group_members as member')
    .innerJoin('users', (join) =>
      join.onRef('users.realm_id', '=', 'member.realm_id').onRef('users.id', '=', 'member.user_id'),
    )
    .select(['member.dm_group_id', 'member.user_id', 'users.full_name'])
    .where('member.realm_id', '=', realmId)
    .where('member.dm_group_id', 'in', [...groupIds])
    .orderBy('users.full_name')
    .execute()
}

/** Whether an address has active accounts in several organizations. */
export async function isAddressOfSeveral(db: Queryable, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from realms
    where deactivated_at is null and exists (
      select from users
      where users.realm_id = realms.id and users.deactivated_at is null
        and lower(coalesce(delivery_email, email)) = lower(${address}))
    limit 2`.execute(db)
  return rows.length > 1
}
