import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { alwaysRead, maxPageBytes } from './bodies'
import { padded } from '../engine/planning'
import { rowsAs } from '../engine/rows'
import { IdSet } from './id-set'
import { receivedIn } from '../access/rule'
import type { Reader } from '../access/rule'
import type { ReactionType } from '../../../shared/rules/reaction-types'
import { flagBits } from '../messages/message-flags'
import type { SubmessageFacts } from '../../../shared/submessages'

/*
 * Context of the messages of a page: their streams and conversations, the reader's flags and read
 * state, reactions and submessages. Read per stream or conversation, not per message.
 */

/** A message whose surroundings are read. */
export type PlacedMessage = {
  id: number
  streamId: number | null
  dmGroupId: number | null
  topic: string
  /** Whether it is a poll or a to-do list; only these have submessages. */
  isWidget: boolean
}

export interface Annotations {
  streams: ReadonlyMap<number, SurroundingStream>
  conversations: ReadonlyMap<number, SurroundingConversation>
  /** Ids that the read state of a topic counts as read; the read state of its stream adds more. */
  readInTopic(streamId: number, topic: string): IdSet
  /** Sums of {@link flagBits} from the reader's own flag rows, by message id. */
  flags: ReadonlyMap<number, number>
  /** Reactions by message id, oldest first. */
  reactions: ReadonlyMap<number, readonly ReactionOfMessage[]>
  /**
   * Submessages by message id, in order; only of the first widgets if all exceed the byte limit.
   */
  submessages: ReadonlyMap<number, readonly SubmessageOfMessage[]>
}

interface SurroundingStream {
  id: number
  name: string
  recipient_id: number
  received: IdSet
  read: IdSet
}

interface SurroundingConversation {
  id: number
  recipient_id: number
  /** Ids of all members, ascending. */
  memberIds: readonly number[]
  isReceived: boolean
  read: IdSet
}

export interface ReactionOfMessage {
  message_id: number
  emoji_name: string
  emoji_code: string
  reaction_type: ReactionType
  user_id: number
}

type SubmessageOfMessage = SubmessageFacts & { message_id: number }

/** The result row: lists as JSON, null for empty ones; sets of ids as text. */
interface AnnotationsRow {
  streams: StreamItem[] | null
  topics: [streamId: number, topic: string, read: string][] | null
  conversations: ConversationItem[] | null
  flags: [messageId: number, bits: number][] | null
  reactions: ReactionOfMessage[] | null
  submessages: SubmessageOfMessage[] | null
}

type StreamItem = [
  id: number,
  name: string,
  recipientId: number,
  received: string | null,
  read: string | null,
]

interface ConversationItem {
  id: number
  recipient_id: number
  member_key: string
  received: boolean
  read: string | null
}

/** @param messages at least one; most important first */
export async function readAnnotations(
  db: Queryable,
  reader: Reader,
  messages: readonly PlacedMessage[],
): Promise<Annotations> {
  const { ids, span, streamIds, topics, dmGroupIds, widgetIds } = placesOf(messages)
  const { realm_id: realmId, id: readerId } = reader
  const { rows } = await sql<AnnotationsRow>`
    select (
      select json_agg(json_build_array(streams.id, streams.name, streams.recipient_id,
        ${receivedIn(reader, sql`streams.id`)} * ${span},
        subscriptions.read * ${span}))
      from streams
      left join subscriptions on subscriptions.realm_id = ${realmId}
        and subscriptions.user_id = ${readerId} and subscriptions.stream_id = streams.id
      where streams.realm_id = ${realmId} and streams.id = any(${streamIds}::bigint[])
    ) as streams, (
      select json_agg(json_build_array(wanted.stream_id, wanted.topic,
        state.read * ${span}))
      from ${rowsAs('wanted', topics, { stream_id: 'bigint', topic: 'text' })}
      join topic_read_states state on state.realm_id = ${realmId} and state.user_id = ${readerId}
        and state.stream_id = wanted.stream_id and state.topic_key = fold_case(wanted.topic)
    ) as topics, (
      select json_agg(json_build_object('id', dm_groups.id, 'recipient_id', dm_groups.recipient_id,
        'member_key', dm_groups.member_key, 'received', member.user_id is not null,
        'read', member.read * ${span}))
      from dm_groups
      left join dm_group_members member on member.realm_id = ${realmId}
        and member.dm_group_id = dm_groups.id and member.user_id = ${readerId}
      where dm_groups.realm_id = ${realmId} and dm_groups.id = any(${dmGroupIds}::bigint[])
    ) as conversations, (
      select json_agg(json_build_array(flag.message_id, ${flagsColumn}))
      from message_flags flag where flag.realm_id = ${realmId} and flag.user_id = ${readerId}
        and flag.message_id = any(${ids}::bigint[])
    ) as flags, (
      select json_agg(json_build_object('message_id', reaction.message_id,
        'emoji_name', reaction.emoji_name, 'emoji_code', reaction.emoji_code,
        'reaction_type', reaction.reaction_type, 'user_id', reaction.user_id) order by reaction.id)
      from reactions reaction
      where reaction.realm_id = ${realmId} and reaction.message_id = any(${ids}::bigint[])
    ) as reactions, (
      select json_agg(json_build_object('message_id', submessage.message_id, 'id', submessage.id,
        'sender_id', submessage.sender_id, 'content', submessage.content) order by submessage.id)
      from (${widgetsThatFit(realmId, widgetIds)}) widget
      join submessages submessage on submessage.realm_id = ${realmId}
        and submessage.message_id = widget.id
    ) as submessages`.execute(db)
  return annotationsOf(rows[0] as AnnotationsRow)
}

/** The first widgets whose submessages fit into the byte limit of a page. */
function widgetsThatFit(realmId: number, widgetIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select id
    from (
      select wanted.id, wanted.position,
        sum(said.bytes) over (order by wanted.position rows unbounded preceding) as total
      from unnest(${[...widgetIds]}::bigint[]) with ordinality as wanted (id, position)
      cross join lateral (
        select coalesce(sum(octet_length(content)), 0) as bytes from submessages
        where realm_id = ${realmId} and message_id = wanted.id
      ) said
    ) sized
    where total <= ${sql.lit(maxPageBytes)} or position <= ${sql.lit(alwaysRead)}`
}

const flagsColumn = sql.join(
  [
    sql`case when flag.starred then ${sql.lit(flagBits.starred)} else 0 end`,
    sql`case when flag.collapsed then ${sql.lit(flagBits.collapsed)} else 0 end`,
    sql`case when flag.mentioned then ${sql.lit(flagBits.mentioned)} else 0 end`,
    sql`case when flag.topic_wildcard_mentioned then ${sql.lit(flagBits.mentionsTopic)} else 0 end`,
    sql`case when flag.has_alert_word then ${sql.lit(flagBits.hasAlertWord)} else 0 end`,
  ],
  sql` + `,
)

type TopicItem = { stream_id: number; topic: string }

interface Places {
  ids: number[]
  /** Range from the first to the last of these ids; the statement cuts all sets to it. */
  span: RawBuilder<unknown>
  streamIds: number[]
  topics: TopicItem[]
  dmGroupIds: number[]
  widgetIds: number[]
}

function placesOf(messages: readonly PlacedMessage[]): Places {
  const ids = messages.map(({ id }) => id)
  const streamIds = new Set<number>()
  const dmGroupIds = new Set<number>()
  const topics = new Map<string, TopicItem>()
  for (const { streamId, dmGroupId, topic } of messages) {
    if (dmGroupId !== null) dmGroupIds.add(dmGroupId)
    if (streamId === null) continue
    streamIds.add(streamId)
    topics.set(topicKey(streamId, topic), { stream_id: streamId, topic })
  }
  const first = ids.reduce((least, id) => Math.min(least, id))
  const last = ids.reduce((most, id) => Math.max(most, id))
  return {
    ids,
    span: sql`int8multirange(int8range(${first}, ${last + 1}))`,
    streamIds: padded([...streamIds], 0),
    topics: padded([...topics.values()], { stream_id: 0, topic: '' }),
    dmGroupIds: padded([...dmGroupIds], 0),
    widgetIds: padded(
      messages.flatMap(({ id, isWidget }) => (isWidget ? id : [])),
      0,
    ),
  }
}

function topicKey(streamId: number, topic: string): string {
  return `${streamId} ${topic}`
}

function annotationsOf(row: AnnotationsRow): Annotations {
  const topics = new Map(
    row.topics?.map(([streamId, topic, read]) => [topicKey(streamId, topic), IdSet.parse(read)]),
  )
  return {
    streams: new Map(row.streams?.map((item) => [item[0], streamOf(item)])),
    conversations: new Map(row.conversations?.map((item) => [item.id, conversationOf(item)])),
    readInTopic: (streamId, topic) => topics.get(topicKey(streamId, topic)) ?? IdSet.empty,
    flags: new Map(row.flags),
    reactions: byMessage(row.reactions ?? []),
    submessages: byMessage(row.submessages ?? []),
  }
}

function streamOf([id, name, recipient_id, received, read]: StreamItem): SurroundingStream {
  return { id, name, recipient_id, received: IdSet.parse(received), read: IdSet.parse(read) }
}

function conversationOf(item: ConversationItem): SurroundingConversation {
  return {
    id: item.id,
    recipient_id: item.recipient_id,
    memberIds: item.member_key.split(',').map(Number),
    isReceived: item.received,
    read: IdSet.parse(item.read),
  }
}

function byMessage<Item extends { message_id: number }>(
  items: readonly Item[],
): ReadonlyMap<number, readonly Item[]> {
  const found = new Map<number, Item[]>()
  for (const item of items) {
    const known = found.get(item.message_id)
    if (known) known.push(item)
    else found.set(item.message_id, [item])
  }
  return found
}
