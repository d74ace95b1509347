import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { anyValue, elementAt, firstOf, maybe, shapedLike } from '../support/checked'
import { ownerApiKey, ownerEmail, ownerPassword } from '../support/config'
import { OwnPostgres } from '../support/own-postgres'
import { ownPorts } from '../support/own-ports'
import { StoreProxy } from '../support/store-proxy'
import { makeCast } from './cast'
import type { Cast } from './cast'
import { Ledger } from './ledger'
import { workerCount } from './plan'
import type { Plan } from './plan'
import { RunRedis } from './run-redis'
import type { Timeline } from './timeline'
import { WorkerNetwork } from './worker-network'
import { WorkerSlot } from './worker-slot'

/** Pause between commit and relay at every other worker, so that it can be killed in between. */
const relayDelayMs = 250
/** Short, so that polls return frequently. */
const heartbeatMs = 2_000

export interface SceneOptions {
  timeline: Timeline
  /** Folder for the logs of the workers; absent: they are discarded. */
  logFolder?: string | undefined
}

/** Several workers on private stores, with users. */
export class Scene {
  private constructor(
    readonly postgres: OwnPostgres,
    readonly redis: RunRedis,
    readonly slots: readonly WorkerSlot[],
    readonly cast: Cast,
    readonly ledger: Ledger,
    readonly timeline: Timeline,
  ) {}

  static async set(plan: Plan, options: SceneOptions): Promise<Scene> {
    const { timeline } = options
    const ledger = new Ledger(timeline)
    const undo: (() => Promise<void>)[] = []
    try {
      const postgres = await OwnPostgres.start({ hasOwnDisk: plan.asRoot })
      undo.push(() => postgres.remove())
      const redis = await startRedis(plan)
      undo.push(() => redis.remove())
      const slots: WorkerSlot[] = []
      undo.push(async () => void (await Promise.all(slots.map((slot) => slot.close()))))
      for (const [index, port] of (await ownPorts(workerCount)).entries()) {
        slots.push(await makeSlot(plan, index, port, postgres, redis, ledger, options))
      }
      await Promise.all(slots.map((slot) => slot.start()))
      const cast = await makeCast(firstOf(slots).origin, postgres)
      return new Scene(postgres, redis, slots, cast, ledger, timeline)
    } catch (error) {
      for (const step of undo.reverse()) await step()
      throw error
    }
  }

  slot(index: number): WorkerSlot {
    return elementAt(this.slots, index % this.slots.length)
  }

  async clear(): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot.close()))
    await this.redis.remove()
    await this.postgres.remove()
  }
}

function startRedis({ redis, shards }: Plan): Promise<RunRedis> {
  return redis === 'cluster' ? RunRedis.startCluster(shards) : RunRedis.startSingle(shards)
}

/** Whether a worker pauses between commit and relay. */
export function pausesBeforeRelay(index: number): boolean {
  return index % 2 === 1
}

async function makeSlot(
  plan: Plan,
  index: number,
  port: number,
  postgres: OwnPostgres,
  redis: RunRedis,
  ledger: Ledger,
  { timeline, logFolder }: SceneOptions,
): Promise<WorkerSlot> {
  const name = `worker ${index}`
  const network = plan.asRoot ? await WorkerNetwork.make(index) : undefined
  const wayToRedis = await redis.makeWay(network?.storesAddress)
  const wayToPostgres = new StoreProxy(new URL(postgres.url))
  return new WorkerSlot({
    name,
    port,
    redis: wayToRedis,
    postgres: wayToPostgres,
    network,
    timeline,
    settings: {
      PORT: String(port),
      DATABASE_URL: await wayToPostgres.listen(network?.storesAddress),
      DATABASE_POOL_SIZE: '8',
      REDIS_URL: wayToRedis.url,
      REDIS_KEY_PREFIX: redis.keyPrefix,
      EVENT_SHARDS: String(plan.shards),
      HEARTBEAT_MS: String(heartbeatMs),
      RELAY_DELAY_MS: String(pausesBeforeRelay(index) ? relayDelayMs : 0),
      RATE_LIMIT: 'off',
      POLL_RATE_LIMIT: 'off',
      LOGIN_RATE_LIMIT: 'off',
      VALIDATE_RESPONSES: 'true',
      PARLEY_OWNER_EMAIL: ownerEmail,
      PARLEY_OWNER_PASSWORD: ownerPassword,
      PARLEY_OWNER_API_KEY: ownerApiKey,
    },
    onLogLine: (line) => {
      if (isBug(line)) ledger.complain(`${name} logs a bug: ${line}`)
      if (logFolder) appendFileSync(join(logFolder, `worker-${index}.log`), `${line}\n`)
    },
    onFailure: ledger.complain,
  })
}

/** Whether a log line reports an unexpected error, which was answered with a 500. */
function isBug(line: string): boolean {
  return (
    line.startsWith('{') && shapedLike(JSON.parse(line), { msg: maybe(anyValue) }).msg === 'bug'
  )
}
