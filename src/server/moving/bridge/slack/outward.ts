import { noteBridge, setBridgeQueue } from '../../../data/bridges/bridges'
import type { BridgeRow } from '../../../data/bridges/bridges'
import {
  addToOutbox,
  failInOutbox,
  removeFromOutbox,
  reviewOutbox,
  takeFromOutbox,
} from '../../../data/bridges/outbox'
import { BadEventQueueIdError } from '../../../events/errors'
import { noEventId } from '../../../events/queues'
import type { QueueOwner, Registration } from '../../../events/queues'
import { listOf, numberOf, rowOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { Bell } from '../bell'
import { bridgeClient } from '../posting'
import { keepDoing } from '../loop'
import { isEnd, isLastAttempt } from './failures'
import { carryOut } from './outbound'
import type { SlackBridge } from './side'

/** A queue outlives the process for so long: a week, as long as any may. */
const lifespanSeconds = 604_800

/** The way to Slack: journals the messages that events name, and brings Slack to their states one after another. */
export class Outward {
  private readonly bell = new Bell()
  private readonly owner: QueueOwner
  private queue: { id: string; lastEventId: number } | undefined

  constructor(
    private readonly bridge: SlackBridge,
    { bot_id: botId, queue_id: id, last_event_id: lastEventId }: BridgeRow,
    private readonly signal: AbortSignal,
  ) {
    this.owner = { realmId: bridge.parley.realm.id, userId: botId }
    if (id !== null) this.queue = { id, lastEventId: lastEventId ?? noEventId }
  }

  async run(): Promise<void> {
    const { log } = this.bridge.parley.ctx
    const loop = { bell: this.bell, signal: this.signal, log, isFinal: isEnd }
    await Promise.all([
      keepDoing({ ...loop, bell: new Bell(), task: 'read the events of a bridge' }, () =>
        this.read(),
      ),
      keepDoing({ ...loop, task: 'carry to Slack' }, () => this.step()),
    ])
  }

  /** Journals the next events, and acknowledges them with the poll after it. */
  private async read(): Promise<boolean> {
    const { parley } = this.bridge
    const { events } = parley.ctx
    const queue = (this.queue ??= await this.open())
    let json: string
    try {
      const options = { park: true, signal: this.signal }
      ;({ json } = await events.poll(queue.id, this.owner, queue.lastEventId, options))
    } catch (error) {
      if (!(error instanceof BadEventQueueIdError)) throw error
      this.queue = undefined
      return true
    }
    const told = JSON.parse(json) as Row[]
    const last = numberOf(told.at(-1) ?? {}, 'id')
    if (last === undefined) return true
    const ids = told.flatMap((event) => this.messagesOf(event))
    await parley.transaction(async (tx) => {
      await addToOutbox(tx, parley.scope, ids)
      await setBridgeQueue(tx, parley.scope, queue.id, last)
    })
    queue.lastEventId = last
    if (ids.length > 0) this.bell.ring()
    return true
  }

  /** Registers a queue, and journals what an earlier one may have told. */
  private async open(): Promise<{ id: string; lastEventId: number }> {
    const { parley, channels } = this.bridge
    const { queueId, lastEventId } = await parley.ctx.events.register(this.registration())
    await parley.transaction(async (tx) => {
      await reviewOutbox(tx, parley.scope, [...channels.keys()])
      await setBridgeQueue(tx, parley.scope, queueId, lastEventId)
    })
    this.bell.ring()
    return { id: queueId, lastEventId }
  }

  private registration(): Registration {
    return {
      ...this.owner,
      clientName: bridgeClient,
      eventTypes: ['message', 'update_message', 'delete_message', 'reaction'],
      spellsSubscriptions: false,
      narrow: [],
      applyMarkdown: true,
      clientGravatar: true,
      includeSubscribers: false,
      receivesPublicStreams: false,
      capabilities: ['bulk_message_deletion'],
      lifespanSeconds,
    }
  }

  /** Ids of the messages that an event is about, in streams of the bridge as far as it tells. */
  private messagesOf(event: Row): number[] {
    const message = rowOf(event, 'message')
    if (textOf(event, 'type') === 'message') {
      const isOurs = this.hasStream(numberOf(message, 'stream_id'))
      return isOurs ? [numberOf(message, 'id') ?? 0] : []
    }
    const several = listOf(event, 'message_ids').filter((id) => typeof id === 'number')
    return several.length > 0 ? several : [numberOf(event, 'message_id') ?? []].flat()
  }

  private hasStream(id: number | undefined): boolean {
    return [...this.bridge.channels.values()].some(({ stream_id }) => stream_id === id)
  }

  private async step(): Promise<boolean> {
    const { parley } = this.bridge
    const { db, log } = parley.ctx
    const job = await takeFromOutbox(db.query, parley.scope)
    if (!job) return false
    try {
      await carryOut(this.bridge, job)
      await removeFromOutbox(db.query, parley.scope, job)
    } catch (error) {
      if (this.signal.aborted || !isLastAttempt(error, job.attempts)) throw error
      await failInOutbox(db.query, parley.scope, job)
      const name = error instanceof Error ? error.name : 'unknown'
      await noteBridge(db.query, parley.scope, { isConnected: true, error: name })
      log.error({ err: error, message: job.message_id }, 'set a message for Slack aside')
    }
    return true
  }
}
