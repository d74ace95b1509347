import { sql } from 'kysely'
import type { Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import { ensureDmGroups, memberKey } from '../messages/dm-groups'
import type { AccountMerge } from './merged-accounts'
import { mergesAs } from './merged-accounts'

/** A conversation, and the one that gets its messages. */
interface ConversationMerge {
  from_id: number
  to_id: number
}

/**
 * Moves the private conversations of placeholders to those of their people, with the read states. A message stays
 * unread for a member who had not read it in its conversation.
 */
export async function mergeConversations(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
): Promise<void> {
  const people = new Map(merges.map(({ from_id, to_id }) => [from_id, to_id]))
  const { rows: groups } = await sql<{ id: number; member_key: string }>`
    select id, member_key from dm_groups
    where realm_id = ${realmId} and id in (
      select dm_group_id from dm_group_members
      where realm_id = ${realmId} and user_id = any(${[...people.keys()]}::bigint[]))`.execute(tx)
  if (groups.length === 0) return
  const keys = groups.map(({ member_key }) =>
    memberKey(member_key.split(',').map((id) => people.get(Number(id)) ?? Number(id))),
  )
  const targets = await ensureDmGroups(tx, realmId, [...new Set(keys)])
  const moves = groups.flatMap(({ id }, index): ConversationMerge[] => {
    const target = targets.get(keys[index] as string)
    return target ? [{ from_id: id, to_id: target.id }] : []
  })
  await mergeReadStates(tx, realmId, merges, moves)
  await moveMessages(tx, realmId, moves)
}

const movesAs = (moves: readonly ConversationMerge[]) =>
  rowsAs('move', moves, { from_id: 'bigint', to_id: 'bigint' })

async function mergeReadStates(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
  moves: readonly ConversationMerge[],
): Promise<void> {
  await sql`
    with merge as materialized (select * from ${mergesAs(merges)}),
    move as materialized (
      select from_id, to_id from ${movesAs(moves)} union select to_id, to_id from ${movesAs(moves)}
    ), states as materialized (
      select move.to_id as group_id, move.from_id, coalesce(merge.to_id, member.user_id) as user_id,
        member.read
      from move join dm_group_members member on member.dm_group_id = move.from_id
      left join merge on merge.from_id = member.user_id
      where member.realm_id = ${realmId}
    ), unread as (
      select states.group_id, states.user_id, range_agg(int8range(m.id, m.id + 1)) as ids
      from states join messages m on m.dm_group_id = states.from_id
      where m.realm_id = ${realmId} and not states.read @> m.id
      group by 1, 2
    ), known as (
      select group_id, user_id, range_agg(states.read) as ids from states group by 1, 2
    )
    update dm_group_members own set read = known.ids - coalesce(unread.ids, '{}')
    from known
    left join unread on unread.group_id = known.group_id and unread.user_id = known.user_id
    where own.realm_id = ${realmId} and own.dm_group_id = known.group_id
      and own.user_id = known.user_id`.execute(tx)
}

async function moveMessages(
  tx: Tx,
  realmId: number,
  moves: readonly ConversationMerge[],
): Promise<void> {
  await sql`
    update messages own set dm_group_id = move.to_id from ${movesAs(moves)}
    where own.realm_id = ${realmId} and own.dm_group_id = move.from_id`.execute(tx)
  await sql`
    update archived_messages own set dm_group_id = move.to_id,
      message = jsonb_set(own.message, '{dm_group_id}', to_jsonb(move.to_id))
    from ${movesAs(moves)}
    where own.realm_id = ${realmId} and own.dm_group_id = move.from_id`.execute(tx)
  await sql`
    update import_keys own set id = move.to_id from ${movesAs(moves)}
    where own.realm_id = ${realmId} and (own.kind = 'conversation'
        or (own.kind = 'address' and own.key like 'conversation:%')) and own.id = move.from_id`.execute(
    tx,
  )
}
