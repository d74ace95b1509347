import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Cleanup } from './cleanup'
import { watchDatabaseCpu } from './database-cpu'
import type { DatabaseCpu } from './database-cpu'
import { startLoadGenerator } from './load-generator'
import type { LoadGenerator } from './load-generator'
import type { BenchOptions } from './options'
import { createRealm, externalHost } from './realms'
import { watchRedis } from './redis-figures'
import type { RedisFigures } from './redis-figures'
import { openSeed } from './seed'
import type { Seed } from './seed'
import type { Subject } from './subject'
import { makeTemporaryStores } from './temporary-stores'
import { transpileFolder } from './transpile'
import { startWorkers } from './workers'
import { startYardstick } from './yardstick'

/** The context of a scenario. */
export interface Bench {
  options: BenchOptions
  load: LoadGenerator
  /** A folder that is deleted at the end. */
  folder: string
  /** Settings of the stores, for commands. */
  settings: Readonly<Record<string, string>>
  database: DatabaseCpu
  seed: Seed
  redis: RedisFigures
  yardstick(): Promise<Subject>
  /** The workers; restarted if the count differs. */
  workers(count?: number): Promise<Subject>
  /** Creates an organization; needs running workers, which create the schema. */
  createRealm(realm: string): Promise<void>
  /** Stops yardstick and workers, so that the next ones start fresh. */
  stopSubjects(): Promise<void>
  /** Prints progress for a person. */
  say(text: string): void
}

const gcOnSignal = ['--expose-gc', '--require', path.join(__dirname, 'gc-on-signal.js')]

/** Starts stores, yardstick and load generator; the workers start on first use. */
export async function prepareBench(options: BenchOptions, cleanup: Cleanup): Promise<Bench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
  await cleanup.add(() => rm(folder, { recursive: true, force: true }))
  await transpileFolder(path.join(__dirname, 'load'), path.join(folder, 'load'))
  await transpileFolder(path.join(__dirname, 'yardstick'), path.join(folder, 'yardstick'))

  const profileArguments = (name: string): string[] =>
    options.profile === undefined
      ? []
      : [
          '--cpu-prof',
          `--cpu-prof-dir=${path.resolve(options.profile)}`,
          `--cpu-prof-name=${name}.cpuprofile`,
        ]

  const starts = new Map<string, number>()
  /** Numbered per start, so that a second start does not overwrite the first profile. */
  const nextName = (name: string): string => {
    const start = (starts.get(name) ?? 0) + 1
    starts.set(name, start)
    return start === 1 ? name : `${name}.start-${start}`
  }

  const stores = await makeTemporaryStores()
  await cleanup.add(stores.remove)
  const databaseCpu = await watchDatabaseCpu(stores.databaseUrl)
  await cleanup.add(databaseCpu.stop)
  const redis = watchRedis(stores.redisUrl)
  await cleanup.add(redis.stop)
  const seed = await openSeed(stores.databaseUrl)
  await cleanup.add(seed.end)
  const load = startLoadGenerator(path.join(folder, 'load/main.js'), profileArguments('load'))
  await cleanup.add(load.stop)

  const workerSettings = {
    ...stores.settings,
    EXTERNAL_HOST: externalHost,
    NODE_ENV: 'production',
    // All log-ins come from one address.
    LOGIN_RATE_LIMIT: 'off',
    // Push services of a scenario are on this machine.
    OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
    LOG_LEVEL: options.logLevel,
  }
  let yardstick: Subject | undefined
  let workers: Subject | undefined

  return {
    options,
    load,
    folder,
    settings: { ...workerSettings, UPLOADS_DIR: path.join(folder, 'uploads') },
    database: databaseCpu,
    seed,
    redis,
    async yardstick() {
      if (yardstick) return yardstick
      const program = path.join(folder, 'yardstick/server.js')
      yardstick = await startYardstick(program, [
        ...gcOnSignal,
        ...profileArguments(nextName('yardstick')),
      ])
      await cleanup.add(yardstick.stop)
      return yardstick
    },
    async workers(count = options.workers) {
      if (workers?.addresses.length === count) return workers
      await workers?.stop()
      workers = undefined
      workers = await startWorkers({
        count,
        settings: workerSettings,
        nodeArgumentsOf: (number) => [
          ...gcOnSignal,
          ...profileArguments(nextName(`worker-${number}-of-${count}`)),
        ],
        databaseCpu,
        redis,
      })
      await cleanup.add(workers.stop)
      return workers
    },
    createRealm: (realm) => createRealm(realm, workerSettings),
    async stopSubjects() {
      await Promise.all([yardstick?.stop(), workers?.stop()])
      yardstick = workers = undefined
    },
    say: (text) => console.error(text),
  }
}
