import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { owner } from '../../measured-server'
import type { Bench } from '../bench'
import { cpuBetween } from '../cpu'
import type { CpuSeconds } from '../cpu'
import { loadSubject } from '../messages'
import type { Measurement } from '../messages'
import { makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import type { Subject } from '../subject'
import { usersFrom } from '../users'

const personCount = 1_000
const endpointsEach = 2
const recipientCount = 10
const gapMs = 20
/** A round that has not sent all after this fails. */
const patienceMs = 300_000

/** One message to all, as the push services see it. */
interface Burst {
  /** From the request of the message until the last push. */
  seconds: number
  /** Of workers and PostgreSQL, with the work for the other messages. */
  cpu: Pick<CpuSeconds, 'workers' | 'postgres'>
}

/** One `@all` to people who all have devices, beside messages whose latency must not suffer. */
export const pushes: Scenario = {
  name: 'pushes',
  summary: `one @all to ${personCount} people with ${endpointsEach} push endpoints each, beside messages to ${recipientCount}`,
  async run(bench) {
    const subject = await bench.workers()
    await bench.seed.streams([
      { name: 'pushed', first: 0, subscribers: personCount },
      { name: 'beside', first: personCount, subscribers: recipientCount },
    ])
    const service = await openPushService()
    try {
      await seedDevices(bench, service.url)
      const loaded = await loadSubject(bench, subject, {
        streams: [{ name: 'beside', recipients: usersFrom(personCount, recipientCount) }],
        senders: [personCount],
        pace: { kind: 'steady', gapMs },
      })
      const calm: Measurement[] = []
      const busy: Measurement[] = []
      const bursts: Burst[] = []
      for (let round = 1; round <= bench.options.rounds; round += 1) {
        bench.say(`pushes: round ${round} of ${bench.options.rounds}`)
        calm.push(await loaded.measure(bench.options.seconds))
        const [measured, burst] = await Promise.all([
          loaded.measure(bench.options.seconds),
          pushToAll(subject, service),
        ])
        busy.push(measured)
        bursts.push(burst)
      }
      await loaded.end()
      return rowsFor(calm, busy, bursts)
    } finally {
      await service.close()
    }
  },
}

interface CountingService {
  url: string
  count: () => number
  close: () => Promise<void>
}

/** Takes every push. */
async function openPushService(): Promise<CountingService> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1
      response.writeHead(201).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function seedDevices(bench: Bench, url: string): Promise<void> {
  const receiver = createECDH('prime256v1')
  receiver.generateKeys()
  const keys = [receiver.getPublicKey('base64url'), randomBytes(16).toString('base64url')]
  await bench.seed.client.query(
    `insert into push_devices (realm_id, user_id, endpoint, p256dh, auth, name, created_at)
     select subscriptions.realm_id, user_id, $1 || '/' || user_id || '/' || n, $2, $3, 'Bench', now()
     from subscriptions join streams on streams.realm_id = subscriptions.realm_id
       and streams.id = subscriptions.stream_id, generate_series(1, ${endpointsEach}) n
     where streams.name = 'pushed'`,
    [url, ...keys],
  )
  await bench.seed.client.query('analyze push_devices')
}

async function pushToAll({ addresses, cpu }: Subject, service: CountingService): Promise<Burst> {
  const before = service.count()
  const cpuBefore = await cpu()
  const startedAt = performance.now()
  const { host, port } = addresses[0] as { host: string; port: number }
  const answer = await fetch(`http://${host}:${port}/api/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}` },
    body: new URLSearchParams({
      ...{ type: 'stream', to: 'pushed', topic: `at ${startedAt}`, content: '@**all** Hello!' },
    }),
  })
  if (!answer.ok) throw new Error(`The message to all was answered with ${answer.status}.`)
  while (service.count() < before + personCount * endpointsEach) {
    if (performance.now() > startedAt + patienceMs) {
      throw new Error(`Only ${service.count() - before} pushes arrived.`)
    }
    await delay(20)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  return { seconds, cpu: cpuBetween(cpuBefore, await cpu()) }
}

function rowsFor(
  calm: readonly Measurement[],
  busy: readonly Measurement[],
  bursts: readonly Burst[],
): Row[] {
  const latency = (load: string, runs: readonly Measurement[]): Row[] => [
    makeRow({ load, figure: 'latency p50', unit: 'ms', parley: runs.map((r) => r.latencyMs.p50) }),
    makeRow({ load, figure: 'latency p99', unit: 'ms', parley: runs.map((r) => r.latencyMs.p99) }),
    makeRow({
      ...{ load, figure: 'lost, repeated, disordered', unit: '' },
      parley: runs.map((r) => r.lost + r.duplicates + r.disorders),
    }),
  ]
  const load = 'one @all'
  return [
    ...latency('no pushes', calm),
    ...latency(load, busy),
    makeRow({
      load,
      figure: 'until all are sent',
      unit: 's',
      parley: bursts.map((b) => b.seconds),
    }),
    makeRow({
      ...{ load, figure: 'CPU of the workers meanwhile', unit: 's' },
      parley: bursts.map((b) => b.cpu.workers),
    }),
    makeRow({
      ...{ load, figure: 'CPU of PostgreSQL meanwhile', unit: 's' },
      parley: bursts.map((b) => b.cpu.postgres ?? NaN),
    }),
  ]
}
