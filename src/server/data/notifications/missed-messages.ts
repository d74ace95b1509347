import { sql } from 'kysely'
import type { DatedQueryable, Tx } from '../engine/database'
import type { NotificationTrigger } from '../schema'
import type { PersonKey } from './person-key'

/* Messages that people may have missed. A row waits until its person gets a mail, or has read the message. */

export interface NewMissedMessage {
  realm_id: number
  user_id: number
  message_id: number
  trigger: NotificationTrigger
  was_present: boolean
  /** The latest time of the mail; an earlier one if the person already waits for a mail. */
  due_at: Date
}

/** Adds messages; a message that a person already has stays as it is. */
export async function insertMissedMessages(
  tx: Tx,
  missed: readonly NewMissedMessage[],
): Promise<void> {
  if (missed.length === 0) return
  const column = <Name extends keyof NewMissedMessage>(name: Name) => missed.map((row) => row[name])
  await sql`
    insert into missed_messages (realm_id, user_id, message_id, trigger, was_present, due_at)
    select given.realm_id, given.user_id, message_id, trigger, was_present,
      case when was_present then given.due_at else least(given.due_at, waiting.due_at) end
    from unnest(${column('realm_id')}::bigint[], ${column('user_id')}::bigint[],
      ${column('message_id')}::bigint[], ${column('trigger')}::text[],
      ${column('was_present')}::boolean[],
      ${missed.map((row) => row.due_at.toISOString())}::timestamptz[])
      as given (realm_id, user_id, message_id, trigger, was_present, due_at)
    left join lateral (
      select min(due_at) as due_at from missed_messages known
      where known.realm_id = given.realm_id and known.user_id = given.user_id
        and not known.was_present
    ) waiting on true
    on conflict do nothing`.execute(tx)
}

/** People with a row that is due, those first who wait longest. */
export async function listPeopleDue(db: DatedQueryable, most: number): Promise<PersonKey[]> {
  return db
    .selectFrom('missed_messages')
    .select(['realm_id', 'user_id'])
    .where('due_at', '<=', db.now)
    .groupBy(['realm_id', 'user_id'])
    .orderBy(sql`min(due_at)`)
    .limit(most)
    .execute()
}

export interface MissedMessage {
  message_id: number
  trigger: NotificationTrigger
  was_present: boolean
}

/**
 * Deletes and answers the rows of a person whose mail is due, ascending: with the rows that are due, all others
 * that wait for a mail. None while another worker holds them.
 */
export async function takeMissedMessages(
  tx: Tx,
  { realm_id, user_id }: PersonKey,
): Promise<MissedMessage[]> {
  const { rows } = await sql<MissedMessage>`
    with due as (
      select realm_id, user_id, message_id from missed_messages
      where realm_id = ${realm_id} and user_id = ${user_id} and (due_at <= ${tx.now} or not was_present)
      for update skip locked
    )
    delete from missed_messages missed using due
    where missed.realm_id = due.realm_id and missed.user_id = due.user_id
      and missed.message_id = due.message_id
    returning missed.message_id, missed.trigger, missed.was_present`.execute(tx)
  return rows.sort((a, b) => a.message_id - b.message_id)
}
