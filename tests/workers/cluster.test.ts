import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { ownerApiKey, ownerEmail } from '../support/config'
import { EventSource } from '../support/event-source'
import { expectSuccess } from '../support/expectations'
import { Person } from '../support/person'
import { describeWith, findTestDatabase, findTestRedis } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { workerSettings } from '../support/workers'

const root = join(__dirname, '../..')
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
const hasNginx = folders.some((folder) => existsSync(join(folder, 'nginx')))
const needs = {
  name: 'nginx, PostgreSQL and Redis',
  url: (hasNginx && findTestDatabase() && findTestRedis()) || undefined,
}

interface Ready {
  url: string
  workers: { url: string; pid: number }[]
}

describeWith(needs, 'npm run cluster', () => {
  let stores: TestStores
  let cluster: ChildProcess
  let ready: Ready
  let owner: Person

  beforeAll(async () => {
    stores = await createTestStores()
    cluster = spawn(
      process.execPath,
      [
        '-r',
        'ts-node/register/transpile-only',
        'scripts/cluster.ts',
        '--json',
        '--port',
        String(await freePort()),
      ],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], ...workerSettings(stores), LOG_LEVEL: 'warn' },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    ready = await eventOf<Ready>(cluster, 'ready')
    const anyone = new Person(ready.url, 0, ownerEmail, ownerApiKey, 'Owner')
    const { user_id: id } = (await anyone.get('/users/me')).body as { user_id: number }
    owner = new Person(ready.url, id, ownerEmail, ownerApiKey, 'Owner')
  })
  afterAll(async () => {
    const exited = once(cluster, 'exit')
    cluster.kill('SIGTERM')
    await exited
    await stores.remove()
  })

  it('passes every form of arguments through its proxy', async () => {
    expectSuccess(
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'proxied' }] }),
    )
    // A body on DELETE, which some proxies drop.
    expect(
      expectSuccess(await owner.delete('/users/me/subscriptions', { subscriptions: ['proxied'] })),
    ).toMatchObject({ removed: ['proxied'] })
    // A query of 100 kB.
    const long = await owner.get('/streams', { ignored: 'x'.repeat(100_000) })
    expectSuccess(long)
  })

  it('passes the events of a stream on as they come', async () => {
    const queue = await owner.register({ event_types: ['message'] })
    const source = await EventSource.open(owner, queue)
    await holderOf(ready.workers)
    const id = await owner.send('general', 'cluster', 'at once')
    expect(await source.event()).toMatchObject({ message: { id } })
    expectSuccess(await owner.delete('/events', { queue_id: queue.queue_id }))
    expect(await source.event()).toBeUndefined()
  })

  it('answers a poll although the worker that holds it is killed, and starts that one again', async () => {
    const queue = await owner.register({ event_types: ['message'] })
    const polled = owner.pollUntil(queue, 'message')
    const holder = await holderOf(ready.workers)
    const restarted = eventOf(cluster, 'restarted')
    process.kill(holder.pid, 'SIGKILL')
    const id = await owner.send('general', 'cluster', 'still delivered')
    expect(await polled).toMatchObject([{ message: { id, content: 'still delivered' } }])
    await restarted
  })
})

/** The worker at which a poll is parked. */
async function holderOf(workers: Ready['workers']): Promise<Ready['workers'][number]> {
  for (;;) {
    for (const worker of workers) {
      const metrics = await (await fetch(`${worker.url}/metrics`)).text()
      if (/^parley_parked_polls 1$/m.test(metrics)) return worker
    }
  }
}

/** The next report of this kind. */
async function eventOf<T>(cluster: ChildProcess, kind: string): Promise<T> {
  return new Promise((resolve, reject) => {
    if (!cluster.stdout) throw new Error('The cluster has no output.')
    const lines = createInterface({ input: cluster.stdout })
    lines.on('line', (line) => {
      const report = JSON.parse(line) as { event: string }
      if (report.event === kind) resolve(report as T)
    })
    cluster.once('exit', () => reject(new Error('The cluster ended.')))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
