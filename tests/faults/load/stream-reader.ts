import { asError, exactly, maybe, parsed, present, shapedLike } from '../../support/checked'
import { EventSource } from '../../support/event-source'
import type { Frame } from '../../support/event-source'
import { Person } from '../../support/person'
import { patienceMs } from '../ledger'
import type { Observation, ReceivedEvent } from '../observation'
import type { WorkerSlot } from '../worker-slot'
import { againShare, Reader } from './reader'

/** Share of the frames after which the client hangs up and resumes. */
const hangUpShare = 0.1
/** Codes of refusals while a store is down, or its disk is full. */
const temporaryCodes = ['SERVICE_UNAVAILABLE', 'RATE_LIMIT_HIT', 'INSUFFICIENT_STORAGE']
/** Share of the frames after which the client acknowledges with a call. */
const acknowledgeShare = 0.1

/** A client that reads its queue as server-sent events; docs/decisions/0008-event-streams.md. */
export class StreamReader extends Reader {
  protected override async read(observation: Observation): Promise<boolean> {
    const isAgain = this.acknowledged.length > 0 && this.random.chance(againShare)
    const from = isAgain ? this.random.pick(this.acknowledged) : observation.lastEventId
    const [slot] = exactly(this.chooseWorkers(1), 1)
    const stream = new PatientStream(this.stop)
    observation.acknowledge(from)
    try {
      const opened = await stream.open(this.personAt(slot), observation.queue.queueId, from)
      if (typeof opened === 'object') return this.refused(observation, opened, slot)
      if (!opened) return false
      this.remember(from)
      await this.follow(observation, from, stream, slot)
    } finally {
      stream.close()
    }
    if (this.random.chance(againShare)) await this.readAgain(observation)
    return true
  }

  /** Reads until the stream ends, stays silent too long, or the client hangs up at random. */
  private async follow(
    observation: Observation,
    from: number,
    stream: PatientStream,
    slot: WorkerSlot,
  ): Promise<void> {
    const take = observation.follow(from)
    for (;;) {
      const frame = await stream.frame()
      if (!frame) return
      if (frame.event === 'error') {
        this.refused(
          observation,
          shapedLike(JSON.parse(frame.data ?? ''), { code: maybe('') }),
          slot,
        )
        return
      }
      if (frame.id === undefined) continue
      take(eventOf(frame))
      if (this.random.chance(hangUpShare)) return
      if (this.random.chance(acknowledgeShare)) await this.acknowledge(observation, frame.id)
    }
  }

  /**
   * Acknowledges with a call, up to an event of this stream. If the stream repeats events, those after the
   * acknowledged one stay unacknowledged, although an earlier stream had them.
   */
  private async acknowledge(observation: Observation, eventId: number): Promise<void> {
    const agree = observation.acknowledge(eventId)
    const answer = await this.ask({
      method: 'POST',
      path: '/events/acknowledge',
      args: { queue_id: observation.queue.queueId, last_event_id: eventId },
    })
    if (answer?.status !== 200) return
    agree()
    this.remember(eventId)
  }

  /** Answers false: nothing was read. */
  private refused(observation: Observation, refusal: Refusal, slot: WorkerSlot): false {
    const { ledger } = this.scene
    if (refusal.code === 'BAD_EVENT_QUEUE_ID') {
      ledger.lose(observation)
    } else if (!temporaryCodes.includes(refusal.code ?? '')) {
      const what = JSON.stringify(refusal)
      ledger.complain(`${this.options.name} got ${what} in a stream from ${slot.name}`)
    }
    return false
  }

  private personAt({ origin }: WorkerSlot): Person {
    const { account, name } = this.options
    return new Person(origin, account.id, account.email, account.apiKey, name)
  }
}

interface Refusal {
  code?: string
}

/** A stream with a timeout longer than the heartbeat interval. */
class PatientStream {
  private readonly connection = new AbortController()
  private source: EventSource | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly stop: AbortSignal) {
    stop.addEventListener('abort', this.close)
    if (stop.aborted) this.close()
  }

  /** Answers true when open, false without an answer, or the refusal. */
  async open(person: Person, queueId: string, from: number): Promise<boolean | Refusal> {
    this.wait()
    const queue = { queue_id: queueId, last_event_id: from }
    try {
      this.source = await EventSource.open(person, queue, undefined, this.connection.signal)
      return true
    } catch (error) {
      return refusalOf(error) ?? false
    }
  }

  /** The next frame; undefined at the end. */
  async frame(): Promise<Frame | undefined> {
    this.wait()
    return this.source?.frame()
  }

  readonly close = (): void => {
    clearTimeout(this.timer)
    this.stop.removeEventListener('abort', this.close)
    this.connection.abort()
  }

  private wait(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.close, patienceMs)
  }
}

/** The refusal of a worker; undefined if no worker answered. */
function refusalOf(error: unknown): Refusal | undefined {
  const { message } = asError(error)
  return message.startsWith('{') ? shapedLike(JSON.parse(message), { code: maybe('') }) : undefined
}

function eventOf({ id, data }: Frame): ReceivedEvent {
  if (data === undefined) return { id: present(id, 'id'), type: 'heartbeat' }
  return shapedLike(parsed(data), { id: 0, type: '' })
}
