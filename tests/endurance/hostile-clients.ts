import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/server/data/engine/database'
import { elementAt, exactly, firstOf } from '../support/checked'
import { connections, messageIn } from '../support/person'
import type { Person, Queue } from '../support/person'
import { Random } from '../support/random'
import { createTestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase } from '../support/workers'
import { inLanes, requestOf, RudeClient } from './rude-client'
import { WatchedWorker } from './watched-worker'
import type { WorkerFigures } from './watched-worker'

export interface HostileOptions {
  seed: number
  /** Connections that begin a request and do not finish it, all at once. */
  halfOpen: number
  /** Clients that read a byte a second of a long answer, all at once. */
  slowReaders: number
  slowSeconds: number
  /** Messages of 10,000 characters in that answer: 400 exceed the kernel's buffers. */
  longMessages: number
  /** Polls and streams whose client hangs up at a random time. */
  hangUps: number
  say?: (line: string) => void
}

export interface HostileFigures {
  before: WorkerFigures
  after: WorkerFigures
  /** Heap after the last measured round / heap before it. */
  heapRatio: number
  parkedPolls: number
  /** Queues that exist without a client. */
  strayQueues: number
  /** Polls that got a slot in the end, of the number of slots. */
  roomyPolls: number
  messages: number
  /** Messages missing in the queues at the end, duplicated or out of order. */
  wrong: number
}

/** Max change of the heap by a round, as a share. */
export const mostGrowth = 0.02
const mostMeasured = 3
const maxPolls = 64
const queueCount = 12
/** Hang-ups in progress at the same time. */
const lanes = 24
const hangUpsPerMessage = 10
const sendersOfLong = 8
const longestContent = 10_000
/** Max lifetime of a poll: connected, sent, authenticated, read, parked, answered. */
const longestLifeMs = 120
const connecting = 100
const patienceMs = 180_000
const roundsToWarmUp = 1

/** Exposes a worker to misbehaving clients, and measures the leftovers. */
export async function sufferClients(options: HostileOptions): Promise<HostileFigures> {
  const stores = await createTestStores()
  const undo: (() => Promise<unknown>)[] = [() => stores.remove()]
  try {
    const watched = await WatchedWorker.start(stores, {
      MAX_POLLS_PER_WORKER: String(maxPolls),
      VALIDATE_RESPONSES: 'false',
    })
    undo.push(() => watched.worker.kill())
    const database = openTestDatabase(stores)
    undo.push(() => database.close())
    options.say?.('the worker is there')
    return await new Siege(watched, options, await makeVictims(watched, database, options)).lay()
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

interface Victims {
  /** Has queues that receive messages. */
  reader: Person
  queues: readonly Queue[]
  /** Registers queues by polling without one; they receive nothing. */
  hermit: Person
  sender: Person
}

async function makeVictims(
  { worker }: WatchedWorker,
  database: Database,
  { longMessages }: HostileOptions,
): Promise<Victims> {
  const people: Person[] = []
  for (const name of ['reader', 'hermit', 'sender']) {
    people.push(await memberAt(worker, database, name))
  }
  const [reader, hermit, sender] = exactly(people, 3)
  const text = 'All work and no play makes Jack a dull boy. '
  const content = text.repeat(Math.floor(longestContent / text.length))
  await inLanes(longMessages, sendersOfLong, async () => {
    await sender.sendPrivately([sender.id], content)
  })
  const queues: Queue[] = []
  for (let made = 0; made < queueCount; made += 1) {
    queues.push(await reader.register({ event_types: ['message'] }))
  }
  return { reader, queues, hermit, sender }
}

/** The load of misbehaving clients on one worker. */
class Siege {
  private readonly random: Random
  private messages = 0
  private readonly say: (line: string) => void

  constructor(
    private readonly watched: WatchedWorker,
    private readonly options: HostileOptions,
    private readonly victims: Victims,
  ) {
    this.random = new Random(options.seed)
    this.say = options.say ?? (() => undefined)
  }

  async lay(): Promise<HostileFigures> {
    const { watched } = this
    // Warm-up rounds: code is compiled and caches are filled.
    for (let round = 0; round < roundsToWarmUp; round += 1) await this.round()
    this.say('warm')
    const { before, after } = await this.measureRound()
    const parkedPolls = await watched.metric('parley_parked_polls')
    const strayQueues = (await this.queuesInAll()) - queueCount
    return {
      before,
      after,
      heapRatio: after.heapBytes / before.heapBytes,
      parkedPolls,
      strayQueues,
      wrong: await this.countWrong(),
      roomyPolls: await this.countRoom(),
      messages: this.messages,
    }
  }

  /**
   * The figures around a round. A leak lets the heap grow in each round, but code that is compiled late and tables that
   * are enlarged do so once: after such a growth, the next round is measured.
   */
  private async measureRound(): Promise<{ before: WorkerFigures; after: WorkerFigures }> {
    let before = await this.rest()
    for (let round = 1; ; round += 1) {
      this.say(`before: ${JSON.stringify(before)}`)
      await this.round()
      const after = await this.rest()
      this.say(`after: ${JSON.stringify(after)}`)
      const isStable = Math.abs(after.heapBytes / before.heapBytes - 1) <= mostGrowth
      if (isStable || round === mostMeasured) return { before, after }
      before = after
    }
  }

  private async round(): Promise<void> {
    await this.beginAndWait()
    await this.sip()
    await this.hangUp()
  }

  /** Waits until the worker is idle; then no connection or poll may be left. */
  private async rest(): Promise<WorkerFigures> {
    const { watched } = this
    // The test's own idle connections would be open for as long as the worker keeps them alive, 75 s.
    connections.destroy()
    await untilHolds(
      'no client is connected',
      async () => {
        if ((await watched.metric('parley_parked_polls')) > 0) return false
        return (await watched.figures()).sockets === 0
      },
      patienceMs,
    ).catch(() => undefined)
    return watched.figures()
  }

  /** Connections with unfinished requests, while the worker serves other clients. */
  private async beginAndWait(): Promise<void> {
    const { halfOpen } = this.options
    const { reader, queues } = this.victims
    const clients: RudeClient[] = []
    await inLanes(halfOpen, connecting, async (number) => {
      const client = await RudeClient.connect(this.watched.port)
      const request = number % 2 === 0 ? this.pollOf(firstOf(queues)) : this.registration(reader)
      client.ignoreAnswers()
      client.write(request.slice(0, this.random.between(0, request.length - 1)))
      clients.push(client)
    })
    const { status } = await reader.get('/users/me')
    if (status !== 200) throw new Error(`Beside half-open connections, a call got ${status}.`)
    this.say(`${clients.length} connections are half open`)
    await inLanes(clients.length, connecting, (number) =>
      elementAt(clients, number).leave(this.random),
    )
  }

  /** Slow readers of a long answer. */
  private async sip(): Promise<void> {
    const { slowReaders, slowSeconds, longMessages } = this.options
    const { sender, queues } = this.victims
    const history = requestOf(sender, 'GET', '/messages', {
      anchor: 'newest',
      num_before: longMessages,
      num_after: 0,
      narrow: JSON.stringify([['dm', sender.email]]),
    })
    await inLanes(slowReaders, slowReaders, async (number) => {
      const client = await RudeClient.connect(this.watched.port)
      const queue = elementAt(queues, number % queueCount)
      client.write(number % 4 === 3 ? this.streamOf(queue) : history)
      await client.sip(slowSeconds)
      await client.leave(this.random)
    })
    this.say(`${slowReaders} readers took a byte a second`)
  }

  /** Polls and streams that end at all stages of their life, while messages arrive. */
  private async hangUp(): Promise<void> {
    const { hangUps } = this.options
    const { hermit, queues } = this.victims
    let sending = Promise.resolve()
    await inLanes(hangUps, lanes, async (number) => {
      const queue = elementAt(queues, number % queueCount)
      const request = elementAt(
        [
          this.pollOf(queue),
          this.streamOf(queue),
          requestOf(hermit, 'GET', '/events', { event_types: '["message"]' }),
        ],
        number % 3,
      )
      const client = await RudeClient.connect(this.watched.port)
      client.ignoreAnswers()
      client.write(request)
      if (number % hangUpsPerMessage === 0) sending = sending.then(() => this.send())
      await delay((number / hangUps) * longestLifeMs)
      await client.leave(this.random)
    })
    await sending
    this.say(`${hangUps} clients hung up, ${this.messages} messages were sent`)
  }

  private async send(): Promise<void> {
    const { reader, sender } = this.victims
    await sender.sendPrivately([reader.id], `message ${this.messages}`)
    this.messages += 1
  }

  /** Messages that queues lack, or hold twice or out of order; nothing was acknowledged. */
  private async countWrong(): Promise<number> {
    const { reader, queues } = this.victims
    const due = Array.from({ length: this.messages }, (_, number) => `message ${number}`)
    let wrong = 0
    for (const queue of queues) {
      const events = await reader.poll(queue, { dont_block: true })
      const held = events
        .filter(({ type }) => type === 'message')
        .map((event) => messageIn(event).content)
      wrong +=
        Math.max(held.length, due.length) - due.filter((text, at) => held[at] === text).length
    }
    return wrong
  }

  /** Number of parked polls when there is one for each slot: every ended poll must have freed its slot. */
  private async countRoom(): Promise<number> {
    const { reader } = this.victims
    const clients: RudeClient[] = []
    for (let number = 0; number < maxPolls; number += 1) {
      const queue = await reader.register({ event_types: ['message'] })
      const client = await RudeClient.connect(this.watched.port)
      client.ignoreAnswers()
      client.write(this.pollOf(queue))
      clients.push(client)
    }
    let parked = 0
    await untilHolds(
      'every slot has a parked poll',
      async () => (parked = await this.watched.metric('parley_parked_polls')) === maxPolls,
    ).catch(() => undefined)
    for (const client of clients) await client.leave(this.random)
    return parked
  }

  /** The worker counts them periodically. */
  private async queuesInAll(): Promise<number> {
    const { watched } = this
    let queues = NaN
    await untilHolds(
      'no stray queue exists',
      async () => (queues = await watched.metric('parley_queues')) === queueCount,
    ).catch(() => undefined)
    return queues
  }

  private pollOf({ queue_id, last_event_id }: Queue): string {
    return requestOf(this.victims.reader, 'GET', '/events', { queue_id, last_event_id })
  }

  private streamOf({ queue_id, last_event_id }: Queue): string {
    return requestOf(this.victims.reader, 'GET', '/events/stream', { queue_id, last_event_id })
  }

  private registration(person: Person): string {
    return requestOf(person, 'POST', '/register', { event_types: '["message"]' })
  }
}
