import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable, Tx } from '../engine/database'

export interface LeaseRequest {
  /** Name of the job. */
  duty: string
  /** Id of the worker. */
  holder: string
  seconds: number
}

/**
 * Takes the lease of a duty that no worker holds and that was last done before a time.
 * @returns whether the holder has the lease now
 */
export async function takeLease(
  db: Queryable,
  { duty, holder, seconds }: LeaseRequest,
  doneBefore: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into leases (duty, holder, held_until)
    values (${duty}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (duty) do update set holder = excluded.holder, held_until = excluded.held_until
      where leases.held_until <= now()
        and (leases.done_at is null or leases.done_at < ${doneBefore.toISOString()}::timestamptz)
    returning duty`.execute(db)
  return rows.length > 0
}

/** Extends the lease of a duty. @returns false if another worker has taken it meanwhile */
export async function renewLease(db: Queryable | Tx, lease: LeaseRequest): Promise<boolean> {
  const { rows } = await renewalOfLease(lease).execute(db)
  return rows.length > 0
}

/** The statement of {@link renewLease}, which returns no row if the lease is lost. */
export function renewalOfLease({ duty, holder, seconds }: LeaseRequest): RawBuilder<unknown> {
  return sql`
    update leases set held_until = now() + make_interval(secs => ${seconds})
    where duty = ${duty} and holder = ${holder} and held_until > now()
    returning duty`
}

/**
 * Releases the lease of a duty. @param doneAt time of completion; absent if it was not completed
 */
export async function releaseLease(
  db: Queryable,
  { duty, holder }: Pick<LeaseRequest, 'duty' | 'holder'>,
  doneAt: Date | undefined,
): Promise<void> {
  const done = doneAt ? sql`, done_at = ${doneAt.toISOString()}::timestamptz` : sql``
  await sql`
    update leases set held_until = now() ${done}
    where duty = ${duty} and holder = ${holder}`.execute(db)
}
