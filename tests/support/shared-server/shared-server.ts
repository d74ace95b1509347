import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPoolClient } from 'kysely'
import type { Schema } from '../../../src/server/data/schema'
import { bundle } from '../bundle/bundle'
import { shapedLike } from '../checked'
import { defaultLimits, testSettings } from '../config'
import { emptyDatabaseFile } from '../empty-database'
import { findTestDatabase } from '../services'
import { createTestStores } from '../stores'
import type { Door, MadeRealm, NewTestRealm } from './door'
import { findDeployment } from './deployment'

/** Rate limits of a server: none, so that tests call without limit, or the defaults. */
export type Limits = 'off' | 'default'

/** The server of registry.js, outside the vm context of a file of tests. */
interface SharedProcess {
  port: number
  call(method: string, argument?: unknown): Promise<unknown>
}

type SharedServers = (name: string, prepare: () => Promise<object>) => Promise<SharedProcess>

declare global {
  // Set by environment.js.
  var parleySharedServer: SharedServers
}

/** A deployment, or a server that this starts, and its control door. */
export async function findSharedServer(limits: Limits): Promise<{ baseUrl: URL; door: Door }> {
  const deployment = findDeployment()
  if (deployment) return deployment
  const stores = findTestDatabase() ?? 'embedded'
  const name = `limits ${limits}, ${stores}`
  const server = await globalThis.parleySharedServer(name, () => startOf(limits))
  return { baseUrl: new URL(`http://localhost:${server.port}`), door: doorTo(server) }
}

async function startOf(limits: Limits): Promise<object> {
  const stores = await createTestStores()
  return {
    bundle: bundle(),
    settings: { ...testSettings, ...stores.settings, ...(limits === 'default' && defaultLimits) },
    searchPath: stores.searchPath,
    template: emptyDatabaseFile(),
    removal: stores.removal,
    uploadsDir: path.join(tmpdir(), `parley-uploads-${randomUUID()}`),
  }
}

function doorTo(process: SharedProcess): Door {
  const call = async <T>(method: string, argument?: unknown): Promise<T> => {
    try {
      return revive(await process.call(method, argument)) as T
    } catch (failure) {
      const { message, ...others } = shapedLike(failure, { message: '' })
      throw Object.assign(new Error(message), others)
    }
  }
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolOver(call) }) }),
    createRealm: (request: NewTestRealm) => call<MadeRealm>('createRealm', request),
    announce: (changes) => call('announce', changes),
    sendMark: (mark) => call('sendMark', mark),
    forgetCalls: (accountIds) => call('forgetCalls', accountIds),
    makeExports: () => call('makeExports'),
  }
}

/** A pool whose statements run in the process of the server, each by itself. */
function poolOver(call: <T>(method: string, argument: unknown) => Promise<T>) {
  const client = {
    async query(sql: string, parameters: readonly unknown[]) {
      const { rows, numAffectedRows } = await call<{ rows: unknown[]; numAffectedRows: number }>(
        'runSql',
        { sql, parameters },
      )
      return { command: commandOf(sql), rowCount: numAffectedRows, rows }
    },
    release() {},
  } as unknown as PostgresPoolClient
  return { connect: async () => client, end: async () => {} }
}

function commandOf(sql: string): string {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(word) ? word : 'SELECT'
}

/**
 * Converts objects of another vm context into this one's: `instanceof` and strict equality tell them apart.
 */
function revive(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, revive)
  if (Buffer.isBuffer(value) || ArrayBuffer.isView(value)) return Buffer.from(value as Uint8Array)
  if (typeof value !== 'object' || value === null) return value
  if (Object.prototype.toString.call(value) === '[object Date]') {
    return new Date((value as Date).getTime())
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, revive(each)]))
}
