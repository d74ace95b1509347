import { setTimeout as delay } from 'node:timers/promises'
import { asNumber, asText, firstOf, shapedLike } from '../../support/checked'
import { call } from '../http'
import type { Account, Answer } from '../http'
import { patienceMs } from '../ledger'
import type { Observation } from '../observation'
import { isTemporary } from '../verdict'
import type { Random } from '../../support/random'
import type { Scene } from '../scene'
import type { WorkerSlot } from '../worker-slot'

const pauseAfterTroubleMs = 50
/** Share of the polls that are sent to two workers at once. */
const twiceShare = 0.1
/** Share of the answers that are requested again, as by a client that lost them. */
export const againShare = 0.15
/** Max number of acknowledgments that a repeating client goes back. */
const rememberedIds = 4

export interface ReaderOptions {
  name: string
  account: Account
  /** Whether it reads all events, and messages as HTML; otherwise only messages, as Markdown. */
  readsAll: boolean
}

/** A client: registers a queue, reads it through any worker, and registers again after its loss. */
export class Reader {
  /** Its latest acknowledged ids, newest last. */
  protected acknowledged: number[] = []

  constructor(
    protected readonly scene: Scene,
    protected readonly options: ReaderOptions,
    protected readonly random: Random,
    protected readonly stop: AbortSignal,
  ) {}

  async run(): Promise<void> {
    while (!this.stop.aborted) {
      const observation = this.scene.ledger.current.get(this.options.name)
      const wentWell = observation ? await this.read(observation) : await this.register()
      if (!wentWell) await delay(pauseAfterTroubleMs)
    }
  }

  private async register(): Promise<boolean> {
    const { ledger, timeline } = this.scene
    const { account, name, readsAll } = this.options
    const askedAtMs = timeline.now()
    const answer = await this.ask({
      method: 'POST',
      path: '/register',
      args: {
        fetch_event_types: ['message'],
        ...(readsAll ? { apply_markdown: true } : { event_types: ['message'] }),
      },
    })
    if (answer?.status !== 200) return false
    const { body } = answer
    this.acknowledged = []
    ledger.observe({
      reader: name,
      userId: account.id,
      queueId: asText(body['queue_id']),
      askedAtMs,
      answeredAtMs: timeline.now(),
      maxMessageId: asNumber(body['max_message_id']),
      receivesChanges: readsAll,
    })
    return true
  }

  /** Continues reading; answers whether that was possible. */
  protected async read(observation: Observation): Promise<boolean> {
    const from = observation.lastEventId
    this.remember(from)
    const isTwice = this.random.chance(twiceShare)
    const answers = await Promise.all(
      this.chooseWorkers(isTwice ? 2 : 1).map((slot) => this.poll(observation, from, slot)),
    )
    const wentWell = answers.map((answer) => this.take(observation, from, answer, !isTwice))
    if (!wentWell.some(Boolean)) return false
    if (this.random.chance(againShare)) await this.readAgain(observation)
    return true
  }

  protected remember(acknowledged: number): void {
    this.acknowledged = [...this.acknowledged, acknowledged].slice(-rememberedIds)
  }

  /** Repeats an acknowledgment, the latest or an older one: unacknowledged events must be sent again. */
  protected async readAgain(observation: Observation): Promise<void> {
    const from = this.random.pick(this.acknowledged)
    const slot = firstOf(this.chooseWorkers(1))
    const answer = await this.poll(observation, from, slot, true)
    this.take(observation, from, answer, true)
  }

  private poll(
    { queue }: Observation,
    from: number,
    slot: WorkerSlot,
    dontBlock = false,
  ): Promise<Answer | undefined> {
    return this.ask(
      {
        method: 'GET',
        path: '/events',
        args: {
          queue_id: queue.queueId,
          last_event_id: from,
          ...(dontBlock ? { dont_block: true } : {}),
        },
      },
      slot,
    )
  }

  /** Answers whether the client can go on from this answer. */
  private take(
    observation: Observation,
    from: number,
    answer: Answer | undefined,
    isAlone: boolean,
  ): boolean {
    const { ledger } = this.scene
    if (!answer || ledger.current.get(this.options.name) !== observation) return false
    if (answer.status === 200) {
      observation.receive(from, shapedLike(answer.body['events'], [{ id: 0, type: '' }]), isAlone)
      return true
    }
    if (answer.body['code'] === 'BAD_EVENT_QUEUE_ID') ledger.lose(observation)
    return false
  }

  protected async ask(
    request: Omit<Parameters<typeof call>[2], 'timeoutMs'>,
    slot = firstOf(this.chooseWorkers(1)),
  ): Promise<Answer | undefined> {
    try {
      const answer = await call(slot.origin, this.options.account, {
        ...request,
        timeoutMs: patienceMs,
        signal: this.stop,
      })
      this.judge(answer, slot)
      return answer
    } catch {
      return undefined
    }
  }

  /** Temporary refusals are fair while a store is down; any other failure is a bug. */
  private judge({ status, body }: Answer, slot: WorkerSlot): void {
    const isFair =
      [200, 429].includes(status) || isTemporary(status) || body['code'] === 'BAD_EVENT_QUEUE_ID'
    if (isFair) return
    const { name } = this.options
    this.scene.ledger.complain(`${name} got ${status} ${JSON.stringify(body)} from ${slot.name}`)
  }

  protected chooseWorkers(count: number): WorkerSlot[] {
    return this.random.shuffled(this.scene.slots).slice(0, count)
  }
}
