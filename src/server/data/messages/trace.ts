import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import type { NotificationTrigger } from '../schema'

/** A message without its words, as an operator may see it. */
export interface TracedMessage {
  realm_id: number
  id: number
  sender_id: number
  /** Null: a private conversation. */
  stream_id: number | null
  client: string
  sent_at: Date
  last_edited_at: Date | null
  /** Events that were published in its seconds and that no worker has delivered yet. */
  waiting_events: number
  /** Whether the notifier has decided whom it notifies. */
  is_judged: boolean
}

/** Seconds within which the event of a message is published. */
const publishedWithinSeconds = 10

export async function findTracedMessage(
  db: Queryable,
  realmId: number,
  messageId: number,
): Promise<TracedMessage | undefined> {
  const { rows } = await sql<TracedMessage>`
    select m.realm_id, m.id, m.sender_id, m.stream_id, m.client, m.sent_at, m.last_edited_at,
      (select count(*)::int from outbox
        where outbox.realm_id = m.realm_id
          and outbox.created_at between m.sent_at - make_interval(secs => ${publishedWithinSeconds})
            and m.sent_at + make_interval(secs => ${publishedWithinSeconds})) as waiting_events,
      (select judged_id >= m.id from notification_progress) as is_judged
    from messages m
    where m.realm_id = ${realmId} and m.id = ${messageId}`.execute(db)
  return rows[0]
}

/** The time at which a message was deleted; undefined if it was not, or its week is over. */
export async function findDeletionTime(
  db: Queryable,
  realmId: number,
  messageId: number,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('archived_messages')
    .select('archived_at')
    .where('realm_id', '=', realmId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  return row?.archived_at
}

/** One person's ties to the place of a message. */
export interface TracedTies {
  is_subscribed: boolean
  is_stream_muted: boolean
  has_muted_sender: boolean
}

export async function readTies(
  db: Queryable,
  { realm_id, id }: Pick<TracedMessage, 'realm_id' | 'id'>,
  userId: number,
): Promise<TracedTies> {
  const { rows } = await sql<TracedTies>`
    select coalesce(tie.active, false) as is_subscribed, coalesce(tie.is_muted, false) as is_stream_muted,
      sender.muter_ids @> to_jsonb(${userId}::bigint) as has_muted_sender
    from messages m
    join users sender on sender.realm_id = m.realm_id and sender.id = m.sender_id
    left join subscriptions tie on tie.realm_id = m.realm_id and tie.stream_id = m.stream_id
      and tie.user_id = ${userId}
    where m.realm_id = ${realm_id} and m.id = ${id}`.execute(db)
  const [ties] = rows
  return ties ?? { is_subscribed: false, is_stream_muted: false, has_muted_sender: false }
}

/** The pushes and mails to one person about a message. */
export interface TracedNotifications {
  mail: { due_at: Date; trigger: NotificationTrigger } | undefined
  push: { due_at: Date; is_enqueued: boolean } | undefined
  /** Devices whose last push shows the message. */
  shown: { name: string; sent_at: Date | null }[]
  devices: { name: string; created_at: Date; last_error: string | null }[]
  /** Mails about missed messages that were made since the message. */
  mails: { created_at: Date; sent_at: Date | null; last_error: string | null }[]
}

export async function readNotifications(
  db: Queryable,
  { realm_id, id, sent_at }: TracedMessage,
  person: { id: number; address: string },
): Promise<TracedNotifications> {
  const mail = await db
    .selectFrom('missed_messages')
    .select(['due_at', 'trigger'])
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', person.id)
    .where('message_id', '=', id)
    .executeTakeFirst()
  const push = await db
    .selectFrom('push_messages')
    .select(['due_at', 'is_enqueued'])
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', person.id)
    .where('message_id', '=', id)
    .executeTakeFirst()
  const { rows: shown } = await sql<{ name: string; sent_at: Date | null }>`
    select device.name, job.sent_at from push_jobs job
    join push_devices device on device.realm_id = job.realm_id and device.id = job.device_id
    where job.realm_id = ${realm_id} and job.user_id = ${person.id} and ${id}::bigint = any(job.shown_ids)
    order by device.id`.execute(db)
  const devices = await db
    .selectFrom('push_devices')
    .select(['name', 'created_at', 'last_error'])
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute()
  const mails = await db
    .selectFrom('mails')
    .select(['created_at', 'sent_at', 'last_error'])
    .where('realm_id', '=', realm_id)
    .where('template', '=', 'missed_messages')
    .where('recipient', '=', person.address)
    .where('created_at', '>=', sent_at)
    .orderBy('id')
    .limit(1)
    .execute()
  return { mail, push, shown, devices, mails }
}
