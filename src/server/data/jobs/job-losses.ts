import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'

/*
 * Losses of jobs: times that a worker took a job and has not told how its attempt ended, since it died or its lease ran out.
 * Taking a job counts one, and every other end of an attempt takes it back. Source: docs/operating.md#jobs.
 */

/** Losses after which a job is set aside: it may be the cause, and the next worker would be lost, too. */
const mostLosses = 2

/** Whether a job was lost too often to be tried. @param losses the attempt that has just begun counts as well */
export function isLostTooOften(losses: number): boolean {
  return losses > mostLosses
}

/** Whether a worker was lost with a job before. @param losses the attempt that has just begun counts as well */
export function isSuspect({ losses }: { losses: number }): boolean {
  return losses > 1
}

/** Condition on the jobs that a worker may take. @param suspects whether it may take one with which a worker was lost */
export function mayTake(suspects: boolean): RawBuilder<boolean> {
  return suspects ? sql<boolean>`true` : sql<boolean>`losses = 0`
}

/** The assignment of an attempt that ended without the loss of its worker. */
export const lossTakenBack = sql<number>`greatest(0, losses - 1)`

const tables = {
  'mail in': 'incoming_mails',
  'outgoing webhook': 'webhook_jobs',
  'link preview': 'link_preview_jobs',
  deletion: 'message_deletion_jobs',
  'scheduled message': 'scheduled_messages',
} as const

/**
 * Notes that an attempt failed in an orderly way, such as by an error of the database. When its lease ends, a worker tries
 * again; the rules of its kind say how often.
 */
export async function noteFailedAttempt(
  db: Queryable,
  kind: keyof typeof tables,
  job: { realm_id: number; id: number; attempts: number },
): Promise<void> {
  const key = kind === 'link preview' ? sql`message_id` : sql`id`
  await sql`
    update ${sql.table(tables[kind])} set losses = ${lossTakenBack}
    where realm_id = ${job.realm_id} and ${key} = ${job.id} and attempts = ${job.attempts}`.execute(
    db,
  )
}
