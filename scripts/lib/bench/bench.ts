import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { watchDatabaseCpu } from './database-cpu'
import { startLoadGenerator } from './load-generator'
import type { LoadGenerator } from './load-generator'
import type { BenchOptions } from './options'
import { watchRedis } from './redis-figures'
import type { RedisFigures } from './redis-figures'
import { openSeed } from './seed'
import type { Seed } from './seed'
import type { Subject } from './subject'
import { makeTemporaryStores } from './temporary-stores'
import { transpileFolder } from './transpile'
import { startWorkers } from './workers'
import { startYardstick } from './yardstick'

/** All that a scenario works with. */
export interface Bench {
  options: BenchOptions
  load: LoadGenerator
  seed: Seed
  redis: RedisFigures
  yardstick: Subject
  /** The workers; others are started when there are to be more or fewer. */
  workers(count?: number): Promise<Subject>
  /** Tells a person how it goes. */
  say(text: string): void
}

/** Undoes what was done so far, the last thing first, whatever fails on the way. */
export class Cleanup {
  private readonly steps: (() => unknown)[] = []
  private isDone = false

  /** Of something made after the end: it is undone at once. */
  async add(step: () => unknown): Promise<void> {
    if (this.isDone) await step()
    else this.steps.push(step)
  }

  async perform(): Promise<void> {
    this.isDone = true
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step()
      } catch (error) {
        console.error('Something may be left behind:', error)
      }
    }
  }
}

/** Starts stores, yardstick and load generator; the workers come when they are asked for. */
export async function prepareBench(options: BenchOptions, cleanup: Cleanup): Promise<Bench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
  await cleanup.add(() => rm(folder, { recursive: true, force: true }))
  await transpileFolder(path.join(__dirname, 'load'), path.join(folder, 'load'))
  await transpileFolder(path.join(__dirname, 'yardstick'), path.join(folder, 'yardstick'))

  const nodeArgumentsOf = (name: string): string[] =>
    options.profile === undefined
      ? []
      : [
          '--cpu-prof',
          `--cpu-prof-dir=${path.resolve(options.profile)}`,
          `--cpu-prof-name=${name}.cpuprofile`,
        ]

  const stores = await makeTemporaryStores()
  await cleanup.add(stores.remove)
  const databaseCpu = await watchDatabaseCpu(stores.databaseUrl)
  await cleanup.add(databaseCpu.stop)
  const redis = await watchRedis(stores.redisUrl)
  await cleanup.add(redis.stop)
  const seed = await openSeed(stores.databaseUrl)
  await cleanup.add(seed.end)
  const yardstickProgram = path.join(folder, 'yardstick/server.js')
  const yardstick = await startYardstick(yardstickProgram, nodeArgumentsOf('yardstick'))
  await cleanup.add(yardstick.stop)
  const load = startLoadGenerator(path.join(folder, 'load/main.js'), nodeArgumentsOf('load'))
  await cleanup.add(load.stop)

  let running: Subject | undefined

  return {
    options,
    load,
    seed,
    redis,
    yardstick,
    async workers(count = options.workers) {
      if (running?.addresses.length === count) return running
      await running?.stop()
      running = undefined
      const settings = {
        ...stores.settings,
        NODE_ENV: 'production',
        LOG_LEVEL: options.logLevel,
      }
      const started = await startWorkers({ count, settings, nodeArgumentsOf, databaseCpu, redis })
      running = started
      await cleanup.add(started.stop)
      return started
    },
    say: (text) => console.error(text),
  }
}
