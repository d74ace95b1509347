import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { repeat } from '../../lib/pauses'
import type { Repetition } from '../../lib/pauses'
import { connectAsProcessUser } from './default-user'

/*
 * Entry module of the thread that renews leases, on a connection of its own.
 */

/** A statement that renews a lease and returns a row, unless the lease is lost. */
export interface Renewal {
  sql: string
  parameters: readonly unknown[]
  everyMs: number
}

/** To the thread; each message also says that the event loop is alive. */
export type ToLeaseThread = { keep: number; renewal: Renewal } | { release: number } | 'alive'

export type FromLeaseThread = { lost: number } | { failed: number; error: unknown }

/** The address of the database. */
export interface LeaseConnection {
  url: string
  searchPath?: string
}

/** Silence of the event loop after which leases end: it will not come back. */
const longestSilenceMs = 600_000
const statementMs = 10_000

const { url, searchPath } = workerData as LeaseConnection
const kept = new Map<number, Repetition>()
let heardAt = performance.now()
let client: Promise<pg.Client> | undefined

function tell(message: FromLeaseThread): void {
  parentPort?.postMessage(message)
}

async function connect(): Promise<pg.Client> {
  connectAsProcessUser()
  const opened = new pg.Client({
    connectionString: url,
    application_name: 'parley',
    query_timeout: statementMs,
    ...(searchPath ? { options: `-c search_path=${searchPath}` } : {}),
  })
  // The next renewal connects again.
  opened.on('error', () => (client = undefined))
  await opened.connect()
  return opened
}

async function renew(id: number, { sql, parameters }: Renewal): Promise<void> {
  if (performance.now() > heardAt + longestSilenceMs) return
  client ??= connect()
  try {
    const { rows } = await (await client).query(sql, [...parameters])
    if (rows.length === 0) tell({ lost: id })
  } catch (error) {
    client = undefined
    throw error
  }
}

function keep(id: number, renewal: Renewal): void {
  const report = (error: unknown): void => tell({ failed: id, error })
  const again = () => renew(id, renewal)
  again().catch(report)
  kept.set(id, repeat(again, renewal.everyMs, report))
}

parentPort?.on('message', (message: ToLeaseThread) => {
  heardAt = performance.now()
  if (message === 'alive') return
  if ('keep' in message) return keep(message.keep, message.renewal)
  void kept.get(message.release)?.stop()
  kept.delete(message.release)
})
