import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRedisServer } from '../support/binaries'
import { mapOf, maybe, shapedLike } from '../support/checked'
import { canMount, OwnDisk } from '../support/own-disk'
import { OwnRedis } from '../support/own-redis'
import { describeWith, findTestDatabase } from '../support/services'
import { partOf } from '../support/stand-ins'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { Worker } from '../support/workers'

interface Ready {
  ready: boolean
  checks: Record<string, string>
  reasons?: Record<string, string>
}

async function readyOf(worker: Worker): Promise<Ready & { status: number }> {
  const response = await fetch(`${worker.url}/ready`)
  return {
    status: response.status,
    ...shapedLike(await response.json(), {
      ready: false,
      checks: mapOf(''),
      reasons: maybe(mapOf('')),
    }),
  }
}

const untilReady = (worker: Worker): Promise<void> =>
  untilHolds('the worker is ready', async () => (await readyOf(worker)).status === 200)

const redisUrl = findTestDatabase() && findRedisServer() ? 'programs' : undefined

describeWith({ name: 'PostgreSQL, or Redis', url: redisUrl }, 'a worker with a full Redis', () => {
  let redis: OwnRedis
  let stores: TestStores
  let worker: Worker

  beforeAll(async () => {
    ;[redis, stores] = await Promise.all([OwnRedis.start(), createTestStores()])
    const settings = { ...stores.settings, REDIS_URL: redis.url }
    worker = await Worker.start({ ...stores, settings })
  })
  afterAll(async () => {
    await worker.kill()
    await stores.remove()
    await redis.remove()
  })

  const limitTo = (bytes: number) =>
    redis.with((client) => client.config('SET', 'maxmemory', String(bytes)))

  it('is not ready and says why, until Redis takes writes again', async () => {
    await untilReady(worker)
    await limitTo(1)
    expect(await readyOf(worker)).toMatchObject({
      status: 503,
      ready: false,
      checks: { database: 'ok', queues: 'failed' },
      reasons: { queues: expect.stringContaining('memory (maxmemory) is used up') },
    })
    await limitTo(0)
    await untilReady(worker)
  })
})

describeWith({ name: 'mount', url: canMount() ? 'mount' : undefined }, 'a full disk', () => {
  let folder: string
  let disk: OwnDisk
  let worker: Worker

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-full-'))
    disk = OwnDisk.mount(folder, 256)
    const none = partOf<TestStores>({ settings: { DATABASE_URL: 'postgres://none' } })
    worker = await Worker.start(none, { DATABASE_URL: '', DATA_DIR: join(folder, 'data') })
  })
  afterAll(async () => {
    await worker?.kill()
    disk.unmount()
    await rm(folder, { recursive: true })
  })

  it('makes a worker with the embedded database not ready, until space is free', async () => {
    await untilReady(worker)
    await disk.fill()
    expect(await readyOf(worker)).toMatchObject({
      status: 503,
      checks: { database: 'ok', disk: 'failed' },
      reasons: { disk: 'The disk of DATA_DIR is full: less than 16 MiB are free.' },
    })
    await disk.free()
    await untilReady(worker)
  })
})
