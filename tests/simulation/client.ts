import { BadEventQueueIdError } from '../../src/server/events/errors'
import type { HangUpSignal, Registration } from '../../src/server/events/queues'
import { maybe, parsed, shapedLike } from '../support/checked'
import type { Random } from '../support/random'
import type { Delivered, Sight } from './history'
import { Flow } from './network'
import type { Network } from './network'
import type { SimulatedWorker } from './worker'

/** The organization around the clients. */
export interface Scene {
  network: Network
  random: Random
  /** The workers that take requests now. */
  workers: readonly SimulatedWorker[]
  realmId: number
  /** Number of commits so far. */
  commits: () => number
  /** The clock of the store of queues, in milliseconds. */
  storeMs: () => number
  lifespanSeconds: number
  see: (sight: Sight) => void
}

interface Queue {
  id: string
  lastEventId: number
  /** Since the last request that was answered had been sent. */
  absence: Absence
}

/**
 * Time for which a client may have been away, by the clock of the store: this may jump, and a request whose answer is
 * lost counts for the store.
 */
class Absence {
  longestMs = 0

  constructor(private lowestMs: number) {}

  see(nowMs: number): void {
    this.lowestMs = Math.min(this.lowestMs, nowMs)
    this.longestMs = Math.max(this.longestMs, nowMs - this.lowestMs)
  }
}

/** The answer of a worker, or `lost` if the client does not learn it. */
type Answer<T> = { value: T } | { error: unknown } | 'lost'

/** Tells a poll that its client has hung up. Some thousand `AbortSignal`s would take a tenth of a schedule's time. */
class HangUp implements HangUpSignal {
  aborted = false
  private readonly listeners = new Set<() => void>()

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener)
  }

  abort(): void {
    this.aborted = true
    for (const listener of this.listeners) listener()
  }
}

/** A client that registers, polls, acknowledges, and registers anew when its queue is gone. */
export class SimulatedClient {
  queue: Queue | undefined
  /** Whether a request is on its way. */
  isBusy = false
  /** Since the latest request. */
  private absence = new Absence(0)
  /** Probability that an answer gets lost. */
  lossRate = 0

  constructor(
    private readonly scene: Scene,
    readonly userId: number,
  ) {}

  /** Sends the next request. */
  act(): void {
    if (this.isBusy) return
    this.isBusy = true
    const work = this.queue ? this.poll(this.queue) : this.register()
    void work.then(() => (this.isBusy = false))
  }

  /** The clock of the store has moved. */
  seeTime(): void {
    const now = this.scene.storeMs()
    this.absence.see(now)
    this.queue?.absence.see(now)
  }

  private async register(): Promise<void> {
    const { scene, userId } = this
    this.absence = new Absence(scene.storeMs())
    const answer = await this.call(async (worker) => {
      const { queueId } = await worker.queues.register(registrationOf(scene, userId))
      const seen = await worker.database.statement(scene.commits)
      scene.see({ kind: 'registered', queue: queueId, user: userId, seen })
      return queueId
    })
    if (answer !== 'lost' && 'value' in answer) {
      this.queue = { id: answer.value, lastEventId: -1, absence: this.absence }
    }
  }

  private async poll(queue: Queue): Promise<void> {
    const { scene } = this
    const { id, lastEventId } = queue
    this.absence = new Absence(scene.storeMs())
    const owner = { realmId: scene.realmId, userId: this.userId }
    const signal = new HangUp()
    const answer = await this.call(async (worker) => {
      const options = { park: true, signal }
      const { json } = await worker.queues.poll(id, owner, lastEventId, options)
      return shapedLike(parsed(json), [{ id: 0, key: maybe(0), message: maybe({ id: 0 }) }])
    }, signal)
    if (answer === 'lost') return
    if ('value' in answer) {
      const events = answer.value.map(delivered)
      scene.see({ kind: 'delivered', queue: id, after: lastEventId, events })
      queue.absence = this.absence
      // Some clients read an answer and lose it before they acknowledge.
      const isKept = scene.random.chance(0.9)
      if (isKept) queue.lastEventId = events.at(-1)?.id ?? lastEventId
    } else if (answer.error instanceof BadEventQueueIdError) {
      const isDue = queue.absence.longestMs >= scene.lifespanSeconds * 1000
      scene.see({ kind: 'ended', queue: id, isDue })
      this.queue = undefined
    }
  }

  /** Calls a worker over the simulated network. The end of the worker, or of the connection, is a lost answer. */
  private call<T>(
    request: (worker: SimulatedWorker) => Promise<T>,
    signal = new HangUp(),
  ): Promise<Answer<T>> {
    const { scene } = this
    const worker = scene.random.pick(scene.workers)
    const there = new Flow(scene.network, worker.name)
    const back = new Flow(scene.network, '')
    return new Promise((resolve) => {
      const end = (answer: Answer<T>): void => {
        there.close()
        back.close()
        this.hangUp = undefined
        resolve(answer)
      }
      const answerWith = (answer: Answer<T>): void => {
        const isLost = scene.random.chance(this.lossRate)
        back.send(() => end(isLost ? 'lost' : answer))
      }
      this.hangUp = () => {
        end('lost')
        signal.abort()
      }
      there.send(() => {
        if (worker.isDead) return end('lost')
        this.servedBy = worker
        request(worker).then(
          (value) => answerWith({ value }),
          (error: unknown) => answerWith({ error }),
        )
      })
    })
  }

  /** Breaks the connection of the pending request. */
  hangUp: (() => void) | undefined
  /** The worker that has the pending request. */
  servedBy: SimulatedWorker | undefined
}

function delivered({
  id,
  key,
  message,
}: {
  id: number
  key?: number
  message?: { id: number }
}): Delivered {
  const known = key ?? message?.id
  return known === undefined ? { id } : { id, key: known }
}

function registrationOf({ realmId, lifespanSeconds }: Scene, userId: number): Registration {
  return {
    ...{ realmId, userId, clientName: 'simulation', eventTypes: null, spellsSubscriptions: false },
    ...{ narrow: [], applyMarkdown: false, clientGravatar: false, includeSubscribers: false },
    ...{ receivesPublicStreams: false, lifespanSeconds },
  }
}
