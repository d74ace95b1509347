import { QueueDirectory } from '../../../src/server/events/redis/directory'
import type { DirectoryPage } from '../../../src/server/events/redis/scripts'
import { alice, registrationOf } from '../../contract/event-queues.cast'

/** A fake store: queues by the version that added them. */
class Store {
  version = '0'
  readonly queues = new Map<string, number>()
  readonly asked: string[] = []

  add(queueId: string, version: number): void {
    this.queues.set(queueId, version)
    this.version = String(version)
  }

  async readDirectory(_realm: number, since: string, limit: number) {
    this.asked.push(since)
    const page: DirectoryPage = {
      version: this.version,
      queueCount: this.queues.size,
      queues: [...this.queues]
        .filter(([, version]) => version > Number(since))
        .slice(0, limit)
        .map(([queueId, version]) => ({
          queueId,
          version: String(version),
          registration: registrationOf({ ...alice, userId: version }),
        })),
    }
    return page
  }
}

describe('the directory of queues', () => {
  let store: Store
  let directory: QueueDirectory
  beforeEach(() => {
    store = new Store()
    directory = new QueueDirectory(store)
  })

  it('is fetched once, and additions after that', async () => {
    store.add('a', 100)
    expect((await directory.of(1)).queues.userIds).toEqual([100])
    await directory.of(1)
    store.add('b', 200)
    await directory.refresh(1)
    expect((await directory.of(1)).queues.userIds).toEqual([100, 200])
    expect((await directory.of(1)).version).toBe('200')
    expect(store.asked).toEqual(['0', '100'])
  })

  it('is fetched in pages', async () => {
    for (let i = 1; i <= 2_500; i += 1) store.add(`q${i}`, i)
    expect((await directory.of(1)).queues.size).toBe(2_500)
    expect(store.asked).toEqual(['0', '1000', '2000'])
  })

  it('shares a fetch among callers, but never one that started before the call', async () => {
    const first = directory.refresh(1)
    store.add('a', 100)
    const others = [directory.refresh(1), directory.refresh(1), directory.refresh(1)]
    await Promise.all([first, ...others])
    expect(store.asked).toHaveLength(2)
    expect((await directory.of(1)).queues.size).toBe(1)
  })

  it('starts over after the store has lost its data', async () => {
    store.add('a', 100)
    store.add('b', 200)
    await directory.refresh(1)
    store.queues.clear()
    store.version = '0'
    await directory.refresh(1)
    expect((await directory.of(1)).queues.size).toBe(0)

    store.add('c', 50)
    await directory.refresh(1)
    expect((await directory.of(1)).queues.userIds).toEqual([50])
  })

  it('drops a queue on request, and many when most must be dead', async () => {
    store.add('a', 1)
    store.add('b', 2)
    await directory.of(1)
    directory.forget(1, 'a')
    expect((await directory.of(1)).queues.size).toBe(1)

    for (let i = 3; i <= 2_000; i += 1) store.add(`q${i}`, i)
    await directory.refresh(1)
    store.queues.clear()
    store.add('z', 3_000)
    await directory.refresh(1)
    expect((await directory.of(1)).queues.userIds).toEqual([3_000])
  })

  it('is fetched again after an outage', async () => {
    store.add('a', 100)
    await directory.of(1)
    directory.forgetAll()
    await directory.of(1)
    expect(store.asked).toEqual(['0', '0'])
  })
})
