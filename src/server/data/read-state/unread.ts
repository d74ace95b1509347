import { foldCase } from '../../../shared/rules/letter-case'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import type { NamedReceiver, Reader } from '../access/rule'
import { cutGaps, messagesInGaps, writtenGapsOf } from './unread-gaps'
import type { Gap, IdRange } from './unread-gaps'

/* Unread messages of a user, conversation by conversation. See docs/read-state.md. */

/** The unread messages of one topic, or of one private conversation. */
interface UnreadConversation {
  stream_id: number | null
  /** Topic as the newest unread message spells it; '' for private conversations. */
  topic: string
  dm_group_id: number | null
  /** Ids of all members of the private conversation, ascending, joined by commas. */
  member_key: string | null
  /** Ids of the unread messages, ascending. */
  ids: number[]
  sender_ids: number[]
  /** Ids of unread messages that mention the reader, by name or by a wildcard. */
  mentions: number[]
}

export interface Unread {
  conversations: UnreadConversation[]
  /** Whether older unread messages were left out. */
  isCut: boolean
  /** Number of read messages that had to be scanned, by stream. */
  lookedAtInVain: Map<number, number>
}

/** Unread messages of private conversations, and the gaps of streams that may contain more. */
export interface UnreadOutline {
  gaps: readonly Gap[]
  /** Id of the newest message in the realm, 0 if none. */
  newestId: number
  conversations: readonly UnreadConversation[]
}

/** Ids covered by the first look back from the newest message, and the growth factor per look. */
const firstLook = 100_000
const lookFurther = 4

/**
 * The newest unread messages of a reader. Scans only the gaps, newest first, and stops after more
 * than `atMost` messages.
 */
export async function listUnread(
  db: Queryable,
  reader: Reader,
  outline: UnreadOutline,
  atMost: number,
): Promise<Unread> {
  const { gaps, newestId } = outline
  const conversations = [...outline.conversations]
  const lookedAtInVain = new Map<number, number>()
  let ceiling = newestId + 1
  let found = countIds(conversations)
  for (let look = firstLook; ceiling > 0 && found <= atMost; look *= lookFurther) {
    const floor = Math.max(ceiling - look, 0)
    const topics = await lookIntoGaps(db, reader, gaps, { floor, ceiling })
    for (const topic of topics) {
      if (topic.ids) conversations.push({ ...topic, ids: topic.ids })
      if (topic.in_vain > 0) {
        const before = lookedAtInVain.get(topic.stream_id) ?? 0
        lookedAtInVain.set(topic.stream_id, before + topic.in_vain)
      }
    }
    found = countIds(conversations)
    ceiling = gaps.some((gap) => gap.first_id < floor) ? floor : 0
  }
  return { ...newest(joined(conversations), atMost), lookedAtInVain }
}

/** The outline of the unread messages, as an expression whose value is JSON. */
export function selectUnreadOutline(
  reader: NamedReceiver,
  atMost: number,
): RawBuilder<UnreadOutline> {
  return sql`json_build_object(
    'gaps', (
      select coalesce(json_agg(gap), '[]') from (${writtenGapsOf(reader)}) gap),
    'newestId', (${newestIdIn(reader)}),
    'conversations', (
      select coalesce(json_agg(unread), '[]')
      from (${unreadConversations(reader, atMost + 1)}) unread))`
}

function newestIdIn({ realm_id: realmId }: NamedReceiver): RawBuilder<number> {
  return sql`select coalesce(max(id), 0) from messages where realm_id = ${realmId}`
}

interface Topic extends Omit<UnreadConversation, 'ids' | 'stream_id'> {
  stream_id: number
  /** Ids of the topic's unread messages; null if all are read. */
  ids: number[] | null
  in_vain: number
}

/**
 * Topics in gaps. Their read states are joined in one pass, with the "C" collation, which is
 * faster.
 */
async function lookIntoGaps(
  db: Queryable,
  reader: Reader,
  gaps: readonly Gap[],
  range: IdRange,
): Promise<Topic[]> {
  const between = cutGaps(gaps, range)
  if (between.length === 0) return []
  const { realm_id: realmId, id: userId } = reader
  const { rows } = await sql<Topic>`
    select stream_id,
      coalesce((array_agg(topic order by id desc) filter (where not is_read))[1], '') as topic,
      null as dm_group_id, null as member_key, count(*) filter (where is_read) as in_vain,
      json_agg(id order by id) filter (where not is_read) as ids,
      coalesce(json_agg(distinct sender_id) filter (where not is_read), '[]') as sender_ids,
      coalesce(json_agg(id) filter (where not is_read and ${mentions(reader)}), '[]') as mentions
    from (
      select m.id, m.stream_id, m.topic, fold_case(m.topic) collate "C" as topic_key, m.sender_id,
        m.mentions_everybody,
        coalesce(state.read @> m.id, false) or (m.read_by_sender and m.sender_id = ${userId})
          as is_read
      from ${messagesInGaps(realmId, between, range)}
      left join topic_read_states state on state.realm_id = ${realmId}
        and state.user_id = ${userId} and state.stream_id = m.stream_id
        and state.topic_key collate "C" = fold_case(m.topic) collate "C"
    ) candidates
    group by stream_id, topic_key`.execute(db)
  return rows
}

/** The only read state of a private conversation is that of its member row. */
function unreadConversations(
  reader: NamedReceiver,
  atMost: number,
): RawBuilder<UnreadConversation> {
  const { realm_id: realmId, id: userId } = reader
  return sql`
    select null as stream_id, '' as topic, dm_group_id, member_key,
      json_agg(id order by id) as ids, json_agg(distinct sender_id) as sender_ids,
      coalesce(json_agg(id) filter (where ${mentions(reader)}), '[]') as mentions
    from (
      select m.id, m.dm_group_id, dm_groups.member_key, m.sender_id, m.mentions_everybody
      from dm_group_members member
      join dm_groups on dm_groups.realm_id = ${realmId} and dm_groups.id = member.dm_group_id,
        unnest(int8multirange(int8range(0, null)) - member.read) as gap,
        lateral (
          select m.id, m.dm_group_id, m.sender_id, m.mentions_everybody from messages m
          where m.realm_id = ${realmId} and m.dm_group_id = member.dm_group_id
            and m.id >= lower(gap) and m.id < coalesce(upper(gap), ${Number.MAX_SAFE_INTEGER})
            and not (m.read_by_sender and m.sender_id = ${userId})
          order by m.id desc limit ${atMost}
        ) m
      where member.realm_id = ${realmId} and member.user_id = ${userId}
    ) unread
    group by dm_group_id, member_key`
}

/** Whether a message mentions the reader; the subquery reads their flags once. */
function mentions({ realm_id: realmId, id: userId }: NamedReceiver): RawBuilder<unknown> {
  return sql`(mentions_everybody or id in (
    select message_id from message_flags
    where realm_id = ${realmId} and user_id = ${userId}
      and (mentioned or topic_wildcard_mentioned)))`
}

/** Merges the parts of a topic found by several looks; the newest spelling is kept. */
function joined(conversations: readonly UnreadConversation[]): UnreadConversation[] {
  const byKey = new Map<string, UnreadConversation>()
  for (const found of conversations) {
    const { stream_id, topic, dm_group_id } = found
    const key = `${stream_id} ${dm_group_id} ${foldCase(topic)}`
    const newer = byKey.get(key)
    if (!newer) byKey.set(key, found)
    else {
      newer.ids = [...found.ids, ...newer.ids]
      newer.sender_ids = [...new Set([...newer.sender_ids, ...found.sender_ids])]
      newer.mentions = [...found.mentions, ...newer.mentions]
    }
  }
  return [...byKey.values()]
}

function newest(
  conversations: readonly UnreadConversation[],
  atMost: number,
): Pick<Unread, 'conversations' | 'isCut'> {
  const excess = countIds(conversations) - atMost
  if (excess <= 0) return { conversations: [...conversations], isCut: false }
  const ids = conversations.flatMap((conversation) => conversation.ids).sort((a, b) => a - b)
  const oldest = ids[excess] as number
  const isKept = (id: number) => id >= oldest
  const kept = conversations
    .map((conversation) => ({
      ...conversation,
      ids: conversation.ids.filter(isKept),
      mentions: conversation.mentions.filter(isKept),
    }))
    .filter(({ ids }) => ids.length > 0)
  return { conversations: kept, isCut: true }
}

function countIds(conversations: readonly { ids: readonly number[] }[]): number {
  return conversations.reduce((count, { ids }) => count + ids.length, 0)
}
