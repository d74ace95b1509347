import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pino from 'pino'
import { nodeFlags } from '../../src/server/start/node-flags'
import { bundledParley, bundledWorker } from '../support/bundle/bundle'
import { present } from '../support/checked'
import { ownerApiKey, ownerEmail } from '../support/config'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { ownPorts } from '../support/own-ports'
import { OwnProcess } from '../support/own-process'
import type { TestStores } from '../support/stores'
import type { TestServer } from '../support/test-server'
import { untilHolds } from '../support/until'
import { MailLinks } from './mail-links'
import type { World } from './world'

/** A log line of a worker about a fault. */
export interface BadLine {
  worker: string
  /** The raw line. */
  text: string
  /** Short description. */
  what: string
  requestId?: string
}

/** The owner of an existing realm. */
interface RealmOwner {
  host: string
  email: string
  apiKey: string
}

/** The target of the fuzzer: workers of its own, or a running server. */
export interface Scene {
  ports: readonly number[]
  owner: RealmOwner
  /** Owner of another realm of the same server, if there is one. */
  foreigner: RealmOwner | undefined
  workers: readonly FuzzedWorker[]
  badLines: readonly BadLine[]
  /** Finds the API key of a new account faster than by its password, if possible. */
  keyOf?: (userId: number) => Promise<string>
  /** Adds the links of mails that arrived meanwhile; none from a running server. */
  readMails(world: World): Promise<void>
  close(): Promise<void>
}

const foreignKey = 'OtherOtherOtherOtherOtherOther12'
const errorLevel = 50
const clockTicksPerSecond = 100

/** A worker process whose figures are sampled. */
class FuzzedWorker {
  /** Samples of its resident memory, in MiB. */
  readonly rssMib: number[] = []

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly process: OwnProcess,
  ) {}

  get isRunning(): boolean {
    return this.process.isRunning
  }

  sampleMemory(): void {
    const rss = this.readStatus('VmRSS')
    if (rss !== undefined) this.rssMib.push(rss)
  }

  /** Its peak resident memory, in MiB; largest sample if the system does not tell. */
  get peakMib(): number {
    return this.readStatus('VmHWM') ?? Math.max(0, ...this.rssMib)
  }

  /** CPU time that it has used so far. */
  get cpuSeconds(): number {
    try {
      const fields = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ')
      return (Number(fields?.[11]) + Number(fields?.[12])) / clockTicksPerSecond
    } catch {
      return 0
    }
  }

  async end(): Promise<void> {
    await this.process.end('SIGTERM')
  }

  private readStatus(name: string): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8')
      const kib = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]
      return kib === undefined ? undefined : Math.round(Number(kib) / 1024)
    } catch {
      return undefined
    }
  }
}

/**
 * Starts workers with two realms.
 *
 * @param stores shared ones for any number of workers; absent: one worker with its own
 */
export async function startScene(stores: TestStores | undefined, workers: number): Promise<Scene> {
  const folder = await makeOwnFolder('fuzz')
  const links = new MailLinks()
  await links.mailbox.open()
  const env = {
    PATH: process.env['PATH'],
    ...settings(folder),
    ...links.mailbox.settings,
    ...storeSettings(stores),
  }
  const run = (...args: string[]): void => {
    execFileSync(process.execPath, [bundledParley(), ...args], { env, stdio: 'pipe' })
  }
  run('migrate')
  run('create-realm', 'other', '--owner-email', 'far@other.test', '--owner-api-key', foreignKey)

  const badLines: BadLine[] = []
  const ports = await ownPorts(workers)
  const started = await Promise.all(
    ports.map((port, index) => startWorker(`worker ${index + 1}`, port, env, badLines)),
  )
  return {
    ports,
    owner: { host: 'localhost', email: ownerEmail, apiKey: ownerApiKey },
    foreigner: { host: 'other.localhost', email: 'far@other.test', apiKey: foreignKey },
    workers: started,
    badLines,
    readMails: (world) => links.learn(world.mailLinks),
    async close() {
      await Promise.all(started.map((worker) => worker.end()))
      await links.mailbox.close()
      await removeOwnFolder(folder)
    },
  }
}

/** A running server, whose log and memory are not examined. */
export function findScene(url: string, email: string, apiKey: string): Scene {
  const { hostname, host, port } = new URL(url)
  if (!/^(127\.0\.0\.1|localhost)$/.test(hostname))
    throw new Error('Fuzz what runs on this machine.')
  return {
    ports: [Number(port || 80)],
    owner: { host, email, apiKey },
    foreigner: undefined,
    workers: [],
    badLines: [],
    readMails: async () => undefined,
    close: async () => undefined,
  }
}

/**
 * A server within this process, which starts at once.
 *
 * @param log receives the errors of the server
 * @param links of the mails that the server sends
 */
export async function sceneOf(server: TestServer, log: ErrorLog, links: MailLinks): Promise<Scene> {
  const { email, apiKey, url } = server.owner
  const { owner: far } = await server.realm('other')
  return {
    ports: [Number(new URL(url).port)],
    owner: { host: 'localhost', email, apiKey },
    foreigner: { host: 'other.localhost', email: far.email, apiKey: far.apiKey },
    workers: [],
    badLines: log.badLines,
    readMails: (world) => links.learn(world.mailLinks),
    async keyOf(userId) {
      const { api_key } = await server.db
        .selectFrom('users')
        .select('api_key')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return api_key
    },
    close: async () => undefined,
  }
}

/** A log that keeps the lines about faults. */
export class ErrorLog {
  readonly badLines: BadLine[] = []
  readonly logger = pino(
    { level: 'error' },
    {
      write: (line: string) => {
        const bad = badLineOf('the server', line)
        if (bad) this.badLines.push(bad)
      },
    },
  )
}

async function startWorker(
  name: string,
  port: number,
  env: NodeJS.ProcessEnv,
  badLines: BadLine[],
): Promise<FuzzedWorker> {
  const child = new OwnProcess({
    command: process.execPath,
    args: [...nodeFlags(env), bundledWorker()],
    env: { ...env, PORT: String(port), WORKER_ID: name.replace(' ', '-') },
    onLine(line) {
      const bad = badLineOf(name, line)
      if (bad) badLines.push(bad)
    },
  })
  const worker = new FuzzedWorker(name, port, child)
  await untilHolds(`${name} is ready`, async () => {
    if (worker.isRunning) return isReady(port)
    throw new Error(
      `${name} ended before it served:\n${badLines.map(({ text }) => text).join('\n')}`,
    )
  })
  return worker
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/ready`)).ok
  } catch {
    return false
  }
}

function settings(folder: string): Record<string, string> {
  return {
    DATA_DIR: folder,
    UPLOADS_DIR: `${folder}/uploads`,
    RATE_LIMIT: 'off',
    POLL_RATE_LIMIT: 'off',
    LOGIN_RATE_LIMIT: 'off',
    MAIL_RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    VALIDATE_RESPONSES: 'true',
    PARLEY_OWNER_EMAIL: ownerEmail,
    PARLEY_OWNER_PASSWORD: 'correct horse battery staple',
    PARLEY_OWNER_API_KEY: ownerApiKey,
    // Parked polls should return soon.
    HEARTBEAT_MS: '300',
    QUEUE_LIFESPAN_SECONDS: '120',
  }
}

function storeSettings(stores: TestStores | undefined): Record<string, string> {
  if (!stores?.shared) return {}
  const { searchPath, settings: given } = stores
  if (searchPath === undefined) return given
  const url = new URL(present(given['DATABASE_URL'], 'DATABASE_URL'))
  url.searchParams.set('options', `-c search_path=${searchPath}`)
  return { ...given, DATABASE_URL: url.toString() }
}

interface LogEntry {
  level?: number
  msg?: string
  requestId?: string
  err?: { message?: string; stack?: string }
}

function parseLine(line: string): LogEntry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    return undefined
  }
}

/** Lines that are not JSON come from node or a library: a warning, or a crash. */
function badLineOf(worker: string, text: string): BadLine | undefined {
  const entry = parseLine(text)
  if (!entry) {
    const isAlarming = /Error|Warning|FATAL|assert/i.test(text)
    return isAlarming ? { worker, text, what: text.slice(0, 200) } : undefined
  }
  if ((entry.level ?? 0) < errorLevel) return undefined
  const { err, msg, requestId } = entry
  const frames = (err?.stack ?? '').split('\n').filter((frame) => !frame.includes('node_modules'))
  const place = /((?:dist|src)\/[^):]+):\d+/.exec(frames.slice(1).join('\n'))?.[1] ?? ''
  const what = [msg, err?.message?.split('\n')[0], place].filter(Boolean).join(' · ')
  return { worker, text, what, ...(requestId !== undefined && { requestId }) }
}
