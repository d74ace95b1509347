import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { connectAsProcessUser } from './default-user'
import type { Queryable } from './database'

/** Arbitrary number; see {@link claimDatabase}. */
const soleWorkerLock = 7_275_392
/** Base number of the locks for event shards; the number of shards is added. */
const eventShardsLock = 7_300_000
const maxEventShards = 1_024
const pauseMs = 1_000

/** Another worker serves the database, and the two do not share their event queues. */
export class NotSoleWorkerError extends Error {
  override name = 'NotSoleWorkerError'

  constructor() {
    super(
      'Another worker serves this database already, and without REDIS_URL on all of them ' +
        'each would keep event queues of its own. Set it everywhere, or stop the other one.',
    )
  }
}

/** A worker with another number of event shards would miss queues of the other workers. */
export class DifferentShardsError extends Error {
  override name = 'DifferentShardsError'

  constructor(ours: number, theirs: number) {
    super(
      `EVENT_SHARDS is ${ours} here, but ${theirs} on workers that serve this database already. ` +
        'It must be the same on all of them: set it so, or stop them all before you change it.',
    )
  }
}

/**
 * Base number of the locks for versions of the web app; the first digits of a version are added.
 */
const webVersionsLock = 2 ** 24
const versionDigits = 6
const maxWebVersions = 16 ** versionDigits

/** The right to serve a database. */
export interface DatabaseClaim {
  /**
   * Tells the other workers which version of the web app this one serves, until it stops.
   * @param version in hexadecimal digits
   */
  serveWebVersion(version: string): Promise<void>
  giveUp(): Promise<void>
}

/**
 * Ways to serve a database: alone with its own event queues, or with other workers through Redis.
 */
export type ClaimKind = 'sole' | { eventShards: number }

/** Claimant of a database: a worker, while it serves, or a command, while it runs. */
export type Claimant = 'worker' | 'command'

/** Errors that report another worker whose claim excludes this one. */
export type RivalError = NotSoleWorkerError | DifferentShardsError

/**
 * Ensures that a worker with its own event queues is the only one at its database, and that workers
 * with shared queues agree on the number of shards. The claim is a lock on a connection of its own
 * and so ends with the process, even after a crash.
 * @param onRival called if the connection was lost and another worker claimed the database first
 * @throws NotSoleWorkerError, DifferentShardsError
 */
export async function claimDatabase(
  databaseUrl: string,
  kind: ClaimKind,
  onRival: (error: RivalError) => void,
  claimant: Claimant = 'worker',
): Promise<DatabaseClaim> {
  const leaving = new AbortController()
  let client = await lock(databaseUrl, kind, claimant)
  let webVersion: string | undefined
  client.once('end', () => void claimAgain())

  async function claimAgain(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        await delay(pauseMs, undefined, { ref: false, signal: leaving.signal })
        const next = await lock(databaseUrl, kind, claimant)
        if (webVersion !== undefined) await lockWebVersion(next, webVersion)
        client = next
        client.once('end', () => void claimAgain())
        return
      } catch (error) {
        // Other errors mean that the database is still down, or that the worker is stopping.
        if (isRivalError(error)) return onRival(error)
      }
    }
  }

  return {
    async serveWebVersion(version) {
      if (version === webVersion) return
      await lockWebVersion(client, version)
      if (webVersion !== undefined) await unlockWebVersion(client, webVersion)
      webVersion = version
    },
    async giveUp() {
      leaving.abort()
      await client.end()
    },
  }
}

/** Whether another worker serves a different version of the web app. */
export async function isAnotherWebVersionServed(db: Queryable, version: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and objid = (hashtext(current_schema())::bigint & 4294967295)::oid
      and classid between ${webVersionsLock} and ${webVersionsLock + maxWebVersions - 1}
      and classid <> ${webVersionLock(version)}
    limit 1`.execute(db)
  return rows.length > 0
}

function webVersionLock(version: string): number {
  return webVersionsLock + Number.parseInt(version.slice(0, versionDigits), 16)
}

async function lockWebVersion(client: pg.Client, version: string): Promise<void> {
  const ours = webVersionLock(version)
  await client.query('select pg_advisory_lock_shared($1, hashtext(current_schema()))', [ours])
}

async function unlockWebVersion(client: pg.Client, version: string): Promise<void> {
  const theirs = webVersionLock(version)
  await client.query('select pg_advisory_unlock_shared($1, hashtext(current_schema()))', [theirs])
}

/** Whether workers serve a database, as far as the privileges of this database account reveal. */
export async function hasOtherWorkers(db: Queryable): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and objsubid = 2 and granted and classid = ${soleWorkerLock}
      and objid = (hashtext(current_schema())::bigint & 4294967295)::oid
      and pg_locks.database = (select oid from pg_database where datname = current_database())
      and application_name = ${nameOf('worker')}
    limit 1`.execute(db)
  return rows.length > 0
}

/** `application_name` of a claimant's connection, which distinguishes workers from commands. */
function nameOf(claimant: Claimant): string {
  return `parley ${claimant}`
}

async function lock(
  connectionString: string,
  kind: ClaimKind,
  claimant: Claimant,
): Promise<pg.Client> {
  connectAsProcessUser()
  const application_name = nameOf(claimant)
  const client = new pg.Client({ connectionString, keepAlive: true, application_name })
  // The `end` event triggers the new claim; an unhandled `error` event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await lockAs(client, kind)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

async function lockAs(client: pg.Client, kind: ClaimKind): Promise<void> {
  const tryToLock = kind === 'sole' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  // Each schema of a PostgreSQL database counts as a database of its own.
  const { rows } = await client.query<{ claimed: boolean }>(
    `select ${tryToLock}($1, hashtext(current_schema())) as claimed`,
    [soleWorkerLock],
  )
  if (!rows[0]?.claimed) throw new NotSoleWorkerError()
  if (kind !== 'sole') await agreeOnShards(client, kind.eventShards)
}

/**
 * Checks that all workers have the same number of shards. Two workers that disagree and start at
 * once both see each other, and both fail.
 */
async function agreeOnShards(client: pg.Client, shards: number): Promise<void> {
  const ours = eventShardsLock + shards
  await client.query('select pg_advisory_lock_shared($1, hashtext(current_schema()))', [ours])
  const { rows } = await client.query<{ lock: string }>(
    `select classid as lock from pg_locks
     where locktype = 'advisory' and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())
       and objid = (hashtext(current_schema())::bigint & 4294967295)::oid
       and classid between $1 and $2 and classid <> $3
     limit 1`,
    [eventShardsLock, eventShardsLock + maxEventShards, ours],
  )
  const [theirs] = rows
  if (theirs) throw new DifferentShardsError(shards, Number(theirs.lock) - eventShardsLock)
}

function isRivalError(error: unknown): error is RivalError {
  return error instanceof NotSoleWorkerError || error instanceof DifferentShardsError
}
