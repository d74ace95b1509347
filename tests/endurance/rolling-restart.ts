import { callAll } from '../../scripts/lib/bench/load/callers'
import { contentOf } from '../../scripts/lib/bench/load/event-scan'
import type { Address } from '../../scripts/lib/bench/load/protocol'
import { queueIdOf, registerRequest } from '../../scripts/lib/bench/load/requests'
import { requireOpenFiles } from '../../scripts/lib/bench/open-files'
import { authorizationOf, openSeed } from '../../scripts/lib/bench/seed'
import { present } from '../support/checked'
import { Cluster } from '../support/cluster'
import { createTestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { ownerAt, workerSettings } from '../support/workers'
import { ReturningPoller } from './returning-poller'

export interface RollingRestartOptions {
  polls: number
  /** Messages to everybody during the replacement of each worker. */
  messagesPerWorker?: number
  say?: (line: string) => void
}

export interface RollingRestartFigures {
  polls: number
  messages: number
  delivered: number
  lost: number
  repeated: number
  disordered: number
  /** Polls that failed or got no answer; their clients polled again. */
  troubles: number
  /** For each worker: from its stop signal until all polls are parked again. */
  parkedAgainMs: number[]
  /** For each worker: from its stop signal until its replacement serves. */
  replacedMs: number[]
}

const stream = 'everybody'
const callConnections = 8
/** Max connections that are opened at the same time. */
const connecting = 100
const patienceMs = 300_000

/**
 * Replaces the two workers behind nginx one after the other, like a new release, while polls are parked at
 * both; then once more while messages to all of them are sent.
 */
export async function restartWorkers({
  polls,
  messagesPerWorker = 5,
  say = () => undefined,
}: RollingRestartOptions): Promise<RollingRestartFigures> {
  await requireOpenFiles(polls)
  const stores = await createTestStores()
  const undo: (() => Promise<unknown>)[] = [() => stores.remove()]
  try {
    // Without heartbeats, idle polls stay parked, so that only the restart is measured.
    const settings = { VALIDATE_RESPONSES: 'false', HEARTBEAT_MS: '80000' }
    const cluster = await Cluster.start(stores, settings)
    undo.push(() => cluster.stop())
    const seed = await openSeed(present(workerSettings(stores)['DATABASE_URL'], 'DATABASE_URL'))
    undo.push(() => seed.end())
    await seed.streams([{ name: stream, first: 0, subscribers: polls }])
    const { hostname: host, port } = new URL(cluster.url)
    const crowd = new Crowd({ host, port: Number(port) }, polls)
    undo.push(async () => crowd.close())
    await crowd.register()
    say(`${polls} queues are registered`)
    await crowd.open()
    await untilParked(cluster, polls)
    say('all polls are parked')

    const sender = await ownerAt(cluster)
    const args = { subscriptions: [{ name: stream }] }
    await sender.post('/users/me/subscriptions', args)
    let messages = 0
    const send = async (): Promise<void> => {
      await sender.send(stream, 'restart', contentOf(messages))
      messages += 1
    }
    const parkedAgainMs: number[] = []
    const replacedMs: number[] = []
    for (const worker of [...cluster.workers]) {
      const startedAt = performance.now()
      const { gone, restarted } = cluster.beginToReplace(worker)
      const replaced = restarted.then(() => performance.now() - startedAt)
      // Until then its own polls are counted.
      await gone
      await untilParked(cluster, polls)
      parkedAgainMs.push(Math.round(performance.now() - startedAt))
      replacedMs.push(Math.round(await replaced))
      say(`all polls are parked again after ${parkedAgainMs.at(-1)} ms`)
    }
    for (const worker of [...cluster.workers]) {
      const replaced = cluster.replace(worker)
      for (let sent = 0; sent < messagesPerWorker; sent += 1) await send()
      await replaced
      say(`a worker was replaced under load, ${messages} messages are sent`)
    }
    // Duplicates would arrive before this.
    await send()
    const due = messages * polls
    await untilHolds('everything is delivered', () => crowd.delivered >= due, patienceMs).catch(
      () => undefined,
    )
    await untilParked(cluster, polls)
    return {
      polls,
      messages,
      delivered: crowd.delivered,
      lost: due - crowd.delivered,
      ...crowd.faults(),
      troubles: crowd.troubles.length,
      parkedAgainMs,
      replacedMs,
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

function untilParked(cluster: Cluster, polls: number): Promise<void> {
  return untilHolds(
    `${polls} polls are parked`,
    async () => (await cluster.parkedPolls()) >= polls,
    patienceMs,
  )
}

/** The clients. */
class Crowd {
  delivered = 0
  readonly troubles: string[] = []
  private pollers: ReturningPoller[] = []

  constructor(
    private readonly address: Address,
    private readonly size: number,
  ) {}

  /** Registers a queue for each client. */
  async register(): Promise<void> {
    const { address, size } = this
    let next = 0
    await callAll([address], callConnections, (connection) => {
      if (next === size) return undefined
      const authorization = authorizationOf(next)
      next += 1
      return connection.call(registerRequest({ address, authorization })).then((body) => {
        this.pollers.push(
          new ReturningPoller({
            address,
            queueId: present(queueIdOf(body)),
            authorization,
            onMessage: () => (this.delivered += 1),
            onTrouble: (what) => this.troubles.push(what),
          }),
        )
      })
    })
  }

  async open(): Promise<void> {
    let next = 0
    const openNext = async (): Promise<void> => {
      for (let poller = this.pollers[next++]; poller; poller = this.pollers[next++]) {
        await poller.open()
      }
    }
    await Promise.all(Array.from({ length: connecting }, openNext))
  }

  faults(): { repeated: number; disordered: number } {
    let [repeated, disordered] = [0, 0]
    for (const { check } of this.pollers) {
      repeated += check.duplicates
      disordered += check.disorders
    }
    return { repeated, disordered }
  }

  close(): void {
    for (const poller of this.pollers) poller.close()
  }
}
