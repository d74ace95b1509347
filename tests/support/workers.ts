import { systemClock } from '../../src/server/lib/clock'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import { bundledWorker } from './bundle/bundle'
import { maybe, present, shapedLike } from './checked'
import { ownerApiKey, ownerEmail, ownerPassword } from './config'
import { LastOutput } from './last-output'
import { Person } from './person'
import { bundlePreloads } from './preloads'
import { createTestStores } from './stores'
import type { TestStores } from './stores'
import { untilHolds } from './until'

/** One real worker process. */
export class Worker {
  /** Whether the test itself ends the process. */
  private isEnding = false

  private constructor(
    readonly process: ChildProcess,
    readonly url: string,
  ) {}

  /** @param program the server to start, of the bundle; default: the last build, as one file */
  static async start(
    stores: TestStores,
    settings: Record<string, string> = {},
    program = bundledWorker(),
  ): Promise<Worker> {
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'], ...workerSettings(stores), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return new Promise((resolve, reject) => {
      let worker: Worker | undefined
      const output = new LastOutput(child, (line) => {
        const port = worker ? undefined : startedPort(line)
        if (port === undefined) return
        worker = new Worker(child, `http://127.0.0.1:${port}`)
        resolve(worker)
      })
      child.once('error', reject)
      // On `close`, all output of the process has been read.
      child.once('close', (code, signal) => {
        if (!worker) reject(output.errorOf('A worker that had not started', code, signal))
        else if (!worker.isEnding && code !== 0) {
          process.stderr.write(`${output.errorOf('A worker', code, signal).message}\n`)
        }
      })
    })
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null
  }

  /** Kills the process, as a crash or the kernel would. */
  async kill(): Promise<void> {
    if (!this.isRunning) return
    this.isEnding = true
    const exited = once(this.process, 'exit')
    this.process.kill('SIGKILL')
    await exited
  }

  /** Stops the process gracefully; answers its exit code. */
  async stop(): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode
    this.isEnding = true
    const exited = once(this.process, 'exit')
    this.process.kill('SIGTERM')
    await exited
    return this.process.exitCode
  }

  /** Resolves once this many polls are parked at this worker. */
  async holdsPolls(count: number): Promise<void> {
    await untilHolds(`${count} polls are parked at ${this.url}`, async () => {
      const metrics = await (await fetch(`${this.url}/metrics`)).text()
      return Number(/^parley_parked_polls(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1]) >= count
    })
  }
}

/** The owner of the realm, as a client of this worker. */
export async function ownerAt(worker: Pick<Worker, 'url'>): Promise<Person> {
  const anonymous = new Person(worker.url, 0, ownerEmail, ownerApiKey, 'Owner')
  const { user_id: id } = await anonymous.call('GET /users/me')
  return new Person(worker.url, id, ownerEmail, ownerApiKey, 'Owner')
}

/** A new member, created by the owner. */
export async function memberAt(worker: Worker, database: Database, name: string): Promise<Person> {
  const owner = await ownerAt(worker)
  const email = `${name}@parley.test`
  const args = { email, full_name: name, short_name: name, password: `password of ${name}` }
  const { user_id: id } = await owner.call('POST /users', args)
  const { api_key: apiKey } = await database.query
    .selectFrom('users')
    .select('api_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return new Person(worker.url, id, email, apiKey, name)
}

/** Opens the workers' database, for queries and changes of the test itself. */
export function openTestDatabase(stores: TestStores): Database {
  return openDatabase({
    clock: systemClock,
    url: present(stores.settings['DATABASE_URL'], 'DATABASE_URL'),
    searchPath: present(stores.searchPath, 'searchPath'),
    poolSize: 2,
  })
}

/** Settings of a worker process that uses these stores. */
export function workerSettings(stores: TestStores): Record<string, string> {
  const url = new URL(present(stores.settings['DATABASE_URL'], 'DATABASE_URL'))
  url.searchParams.set('options', `-c search_path=${stores.searchPath}`)
  return {
    ...bundlePreloads(),
    ...stores.settings,
    DATABASE_URL: url.toString(),
    DATABASE_POOL_SIZE: '5',
    PORT: '0',
    RATE_LIMIT: 'off',
    POLL_RATE_LIMIT: 'off',
    LOG_LEVEL: 'info',
    VALIDATE_RESPONSES: 'true',
    PARLEY_OWNER_EMAIL: ownerEmail,
    PARLEY_OWNER_PASSWORD: ownerPassword,
    PARLEY_OWNER_API_KEY: ownerApiKey,
  }
}

function startedPort(line: string): number | undefined {
  if (!line.startsWith('{')) return undefined
  const entry = shapedLike(JSON.parse(line), { msg: maybe(''), port: maybe(0) })
  return entry.msg === 'started' ? entry.port : undefined
}

/** Two workers on stores of their own, and a connection to their database, for a block of tests. */
export interface TwoWorkers {
  readonly stores: TestStores
  readonly database: Database
  readonly workers: [Worker, Worker]
}

/** Starts the workers, and before each test those that the test before has ended; removes them after the block. */
export function useTwoWorkers(): TwoWorkers {
  const two = {} as { -readonly [Member in keyof TwoWorkers]?: TwoWorkers[Member] }
  beforeAll(async () => {
    two.stores = await createTestStores()
    two.database = openTestDatabase(two.stores)
  })
  beforeEach(async () => {
    const { stores, workers: [one, other] = [] } = two as TwoWorkers
    const running = (worker?: Worker) => (worker?.isRunning ? worker : Worker.start(stores))
    two.workers = await Promise.all([running(one), running(other)])
  })
  afterAll(async () => {
    await Promise.all((two.workers ?? []).map((worker) => worker.kill()))
    await two.database?.close()
    await two.stores?.remove()
  })
  return two as TwoWorkers
}
