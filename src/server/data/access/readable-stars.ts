import { sql } from 'kysely'
import type { Tx } from '../engine/database'
import { isOpenTo, isReadableWith, isReceivedInStream, isSubscribedTo, mayEnter } from './rule'
import type { NamedReader } from './rule'

/** A user's stars on readable messages of streams. */
export interface Stars {
  user_id: number
  /** Ascending. */
  message_ids: number[]
}

/** The stars of these users, in these streams, on these messages; absent: of all. */
export interface StarFilter {
  userIds?: readonly number[]
  streamIds?: readonly number[]
  messageIds?: readonly number[]
}

/** The stars on messages of streams that their owners may read. */
export async function listReadableStars(
  tx: Tx,
  realmId: number,
  { userIds, streamIds, messageIds }: StarFilter,
): Promise<Stars[]> {
  const owner: NamedReader = {
    realm_id: realmId,
    id: sql`owner.id`,
    role: sql`owner.role`,
  }
  const access = {
    isOpen: isOpenTo(owner.role, sql`streams.invite_only`),
    isInside: sql<boolean>`(${isSubscribedTo(owner, sql`streams.id`)} or ${mayEnter(owner)})`,
    sharesPast: sql<boolean>`streams.history_public_to_subscribers`,
  }
  const isOfUsers = userIds ? sql`flag.user_id = any(${[...userIds]}::bigint[])` : sql`true`
  const isInStreams = streamIds ? sql`m.stream_id = any(${[...streamIds]}::bigint[])` : sql`true`
  const isOn = messageIds ? sql`flag.message_id = any(${[...messageIds]}::bigint[])` : sql`true`
  const { rows } = await sql<Stars>`
    select flag.user_id, json_agg(m.id order by m.id) as message_ids
    from message_flags flag
    join messages m on m.realm_id = ${realmId} and m.id = flag.message_id
    join streams on streams.realm_id = ${realmId} and streams.id = m.stream_id
    join users owner on owner.realm_id = ${realmId} and owner.id = flag.user_id
    where flag.realm_id = ${realmId} and flag.starred and ${isOfUsers} and ${isInStreams} and ${isOn}
      and ${isReadableWith(access, isReceivedInStream(owner, sql`m.stream_id`, sql`m.id`))}
    group by flag.user_id`.execute(tx)
  return rows
}
