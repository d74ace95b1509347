import { sql } from 'kysely'
import { messageColumns } from '../engine/row-columns'
import type { Tx } from '../engine/database'
import { listSenders } from '../users/senders'
import type { MessageSender } from '../users/senders'
import type { MessageRow } from '../schema'
import type { EmojiKey } from '../messages/reactions'
import type { SubmessageFacts } from '../../../shared/submessages'

/** Stored messages with everything a client is told about them, except flags. */
export interface WholeMessages {
  messages: MessageRow[]
  reactions: (EmojiKey & { message_id: number; user_id: number })[]
  submessages: (SubmessageFacts & { message_id: number })[]
  /** Names and recipient ids of their streams and private conversations. */
  streams: ReadonlyMap<number, { id: number; name: string; recipient_id: number }>
  conversations: ReadonlyMap<number, { id: number; recipient_id: number; member_key: string }>
  people: ReadonlyMap<number, MessageSender>
}

/** Six statements, whatever the number of messages. */
export async function readWholeMessages(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<WholeMessages> {
  const named = [...ids]
  const ofThem = sql<boolean>`message_id = any(${named}::bigint[])`
  const messages = await tx
    .selectFrom('messages')
    .select(messageColumns)
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${named}::bigint[])`)
    .orderBy('id')
    .execute()
  const reactions = await tx
    .selectFrom('reactions')
    .select(['message_id', 'user_id', 'emoji_name', 'emoji_code', 'reaction_type'])
    .where('realm_id', '=', realmId)
    .where(ofThem)
    .orderBy('id')
    .execute()
  const submessages = await tx
    .selectFrom('submessages')
    .select(['message_id', 'id', 'sender_id', 'content'])
    .where('realm_id', '=', realmId)
    .where(ofThem)
    .orderBy('id')
    .execute()
  const streams = await tx
    .selectFrom('streams')
    .select(['id', 'name', 'recipient_id'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${messages.map((each) => each.stream_id)}::bigint[])`)
    .execute()
  const conversations = await tx
    .selectFrom('dm_groups')
    .select(['id', 'recipient_id', 'member_key'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${messages.map((each) => each.dm_group_id)}::bigint[])`)
    .execute()
  const people = await listSenders(tx, realmId, [
    ...messages.map((each) => each.sender_id),
    ...reactions.map((each) => each.user_id),
    ...conversations.flatMap(({ member_key: key }) => key.split(',').map(Number)),
  ])
  return {
    ...{ messages, reactions, submessages },
    streams: byId(streams),
    conversations: byId(conversations),
    people: byId(people),
  }
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
