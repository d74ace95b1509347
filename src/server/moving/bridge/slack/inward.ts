import { noteBridge, setReadTs } from '../../../data/bridges/bridges'
import {
  addToInbox,
  failInInbox,
  removeFromInbox,
  takeFromInbox,
} from '../../../data/bridges/inbox'
import type { InboxRow } from '../../../data/bridges/inbox'
import { repeat } from '../../../lib/pauses'
import { rowOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { Bell } from '../bell'
import { keepDoing } from '../loop'
import type { SlackApi } from './api'
import { catchUp, timestampOf } from './catch-up'
import { isEnd, isLastAttempt } from './failures'
import { handleEvent } from './inbound'
import type { SlackBridge } from './side'
import { listenToSlack } from './socket'

const lifeSignMs = 5_000
/** Events that may still be on their way while the connection stands. */
const latenessMs = 600_000

/** Kinds of events that are journaled; the others are acknowledged and forgotten. */
const carried = new Set(['message', 'reaction_added', 'reaction_removed', 'user_change'])

/** The way from Slack: journals events as they come, and applies them one after another. */
export class Inward {
  private readonly bell = new Bell()
  private connectedSince: number | undefined
  private mustCatchUp = true
  private journaled: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly bridge: SlackBridge,
    private readonly appApi: SlackApi,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws BridgeLostError; SlackRefusedError for a token that no longer counts */
  async run(): Promise<void> {
    const { parley } = this.bridge
    const { db, log } = parley.ctx
    const life = repeat(
      () => this.signOfLife(),
      lifeSignMs,
      (error) => log.warn({ err: error }, 'could not note that a bridge lives'),
    )
    const loop = { bell: this.bell, signal: this.signal, log, isFinal: isEnd }
    try {
      await Promise.all([
        this.listen(),
        keepDoing({ ...loop, task: 'carry from Slack' }, () => this.step()),
      ])
    } finally {
      await life.stop()
      await noteBridge(db.query, parley.scope, { isConnected: false })
    }
  }

  private listen(): Promise<void> {
    return listenToSlack({
      ...{ api: this.appApi, log: this.bridge.parley.ctx.log, signal: this.signal },
      onConnected: () => {
        this.connectedSince = performance.now()
        this.mustCatchUp = true
        void this.signOfLife().catch(() => undefined)
        this.bell.ring()
      },
      onDisconnected: () => (this.connectedSince = undefined),
      onEvent: (event) => this.journal(event),
    })
  }

  /** Journals events in the order in which they came. */
  private journal(event: Row): Promise<void> {
    const journaled = this.journaled.then(() => this.add(event))
    this.journaled = journaled.catch(() => undefined)
    return journaled
  }

  private async add(event: Row): Promise<void> {
    const { parley, channels } = this.bridge
    const type = textOf(event, 'type')
    const channel = textOf(event, 'channel') || textOf(rowOf(event, 'item'), 'channel')
    if (!carried.has(type) || !(channels.has(channel) || type === 'user_change')) return
    const isThere = await addToInbox(parley.ctx.db.query, parley.scope, [event])
    if (!isThere) throw new Error('Too many events of Slack wait.')
    this.bell.ring()
  }

  private async signOfLife(): Promise<void> {
    const { parley, api, channels } = this.bridge
    const db = parley.ctx.db.query
    const since = this.connectedSince
    await noteBridge(db, parley.scope, { isConnected: since !== undefined })
    if (since === undefined || this.mustCatchUp || performance.now() - since < latenessMs) return
    const safe = timestampOf(new Date(api.now().getTime() - latenessMs))
    await setReadTs(db, parley.scope, [...channels.keys()], safe)
    for (const channel of channels.values()) if (channel.read_ts < safe) channel.read_ts = safe
  }

  /** Reads the history after each new connection, else applies the next event. */
  private async step(): Promise<boolean> {
    const { parley } = this.bridge
    if (this.mustCatchUp && this.connectedSince !== undefined) {
      this.mustCatchUp = false
      try {
        await this.readHistory()
      } catch (error) {
        this.mustCatchUp = true
        throw error
      }
      return true
    }
    const row = await takeFromInbox(parley.ctx.db.query, parley.scope)
    if (row) await this.apply(row)
    return row !== undefined
  }

  private async readHistory(): Promise<void> {
    const { parley, channels, api } = this.bridge
    for (const channel of channels.values()) {
      const until = timestampOf(api.now())
      await catchUp(this.bridge, channel)
      await setReadTs(parley.ctx.db.query, parley.scope, [channel.channel], until)
      channel.read_ts = until
    }
  }

  private async apply(row: InboxRow): Promise<void> {
    const { parley } = this.bridge
    const { db, log } = parley.ctx
    try {
      await handleEvent(this.bridge, row.event)
      await removeFromInbox(db.query, parley.scope, row.id)
    } catch (error) {
      if (this.signal.aborted || !isLastAttempt(error, row.attempts)) throw error
      await failInInbox(db.query, parley.scope, row.id)
      const name = error instanceof Error ? error.name : 'unknown'
      await noteBridge(db.query, parley.scope, { isConnected: true, error: name })
      log.error({ err: error, event: row.id }, 'set an event of Slack aside')
    }
  }
}
