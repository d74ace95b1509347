import path from 'node:path'
import { heartbeatPayload } from '../../wire/renderings'
import type { QueueOwner, Registration } from '../queues'
import { batched } from '../../runtime/batches'
import type { RedisConnection } from '../../redis/connection'
import { defineScripts } from '../../redis/scripts'
import type { Script } from '../../redis/scripts'
import { luaKeys } from './keys'

export interface PollRequest {
  queueId: string
  /** Number of the shard that the queue is in. */
  shard: number
  owner: QueueOwner
  /** Last event id that is forgotten. */
  lastEventId: number
  /** Last event id that is not wanted. */
  afterEventId: number
  /** Whether it gives way to a poll that is parked. */
  isContinuation: boolean
}

/**
 * Ways for a poll to go on when there is no event for it: `park-again` when it may be parked
 * already, or gives way to another. With `acknowledge` nothing is read at all.
 */
export type WhenEmpty = 'answer' | 'park' | 'park-again' | 'heartbeat' | 'acknowledge'

/** One reading of a queue on behalf of a poll. */
export interface PollStep {
  request: PollRequest
  whenEmpty: WhenEmpty
  /** `poll.parking`, two numbers: a poll that parks again does so under a new token. */
  token: string
}

export type PollReply =
  | { kind: 'gone' | 'incomplete' | 'foreign' | 'parked' }
  /** Three strings an event: id, overlay, payload. */
  | { kind: 'events'; parts: string[] }

export interface AppendPlan {
  /** Directory version by realm, to be checked; absent when that is not necessary. */
  versions?: Record<string, string>
  /** Seconds that each payload may live. */
  lifetimes: number[]
  /**
   * Outbox id, or as text an id that no other event has; merge key or ''; and who gets which
   * payload with which overlay.
   */
  events: [number | string, string, [payload: number, overlay: string, queueIds: string[]][]][]
}

export type AppendReply =
  | { kind: 'stale' }
  | {
      kind: 'done'
      goneQueueIds: string[]
      overfullQueueIds: string[]
      /** Microseconds of the clock of Redis. */
      time: number
    }

export interface DirectoryPage {
  /** Version of the whole directory. */
  version: string
  queueCount: number
  queues: { queueId: string; version: string; registration: Registration }[]
}

export interface ScriptSettings {
  /** Name of this worker, by which wake-ups find it. */
  worker: string
  /** Longest time that a parked poll waits. */
  maxWaitMs: number
  maxEventsPerQueue: number
  maxBytesPerQueue: number
  maxQueuesPerUser: number
  payloadMarginSeconds: number
}

const scriptNames = [
  'registerQueue',
  'readDirectory',
  'publishEvents',
  'pollQueues',
  'unparkPoll',
  'deleteQueue',
  'deleteUserQueues',
  'expireQueues',
  'countQueues',
  'dropOutdatedQueues',
] as const
type ScriptName = (typeof scriptNames)[number]

/** Most polls of a call; a longer one would hold up everybody else's. */
const pollsPerCall = 100

/** The scripts of the queues, as commands of a connection that shards may share. */
export function defineQueueScripts(connection: RedisConnection): Record<ScriptName, Script> {
  return defineScripts(connection, {
    folder: path.join(__dirname, 'scripts'),
    names: scriptNames,
    numberOfKeys: 1,
    preambleOf: luaKeys,
  })
}

/** The steps of one shard that Redis takes as one, each a Lua file. */
export class Scripts {
  /**
   * Reads a queue for a poll. Polls share calls: a call costs more than what it does for one of
   * them, and after a message to many they all come back at once.
   */
  readonly pollQueue = batched((steps: readonly PollStep[]) => this.pollQueues(steps), {
    maxItems: pollsPerCall,
    isPipelined: true,
  })

  constructor(
    private readonly connection: RedisConnection,
    private readonly lua: Record<ScriptName, Script>,
    private readonly shardKey: string,
    private readonly settings: ScriptSettings,
  ) {}

  /** @returns queues that had to make room for it; undefined when the queue id is taken */
  async registerQueue(queueId: string, registration: Registration): Promise<string[] | undefined> {
    const { realmId, userId, lifespanSeconds } = registration
    const reply = await this.run(
      'registerQueue',
      queueId,
      realmId,
      userId,
      JSON.stringify(registration),
      lifespanSeconds,
      this.settings.maxQueuesPerUser,
    )
    return (reply as string[] | null) ?? undefined
  }

  async readDirectory(realmId: number, since: string, limit: number): Promise<DirectoryPage> {
    const reply = await this.run('readDirectory', realmId, since, limit)
    const [version, queueCount, parts] = reply as [string, number, string[]]
    const queues: DirectoryPage['queues'] = []
    for (let i = 0; i < parts.length; i += 3) {
      const [queueId, gainedBy, text] = parts.slice(i, i + 3) as [string, string, string]
      queues.push({ queueId, version: gainedBy, registration: JSON.parse(text) as Registration })
    }
    return { version, queueCount, queues }
  }

  async publishEvents(plan: AppendPlan, payloads: readonly string[]): Promise<AppendReply> {
    const { maxEventsPerQueue, maxBytesPerQueue } = this.settings
    const reply = await this.run(
      'publishEvents',
      JSON.stringify(plan),
      maxEventsPerQueue,
      maxBytesPerQueue,
      ...payloads,
    )
    const [kind, goneQueueIds, overfullQueueIds, time] = reply as [
      AppendReply['kind'],
      string[],
      string[],
      number,
    ]
    return kind === 'stale' ? { kind } : { kind, goneQueueIds, overfullQueueIds, time }
  }

  async unparkPoll(queueId: string, token: string): Promise<void> {
    await this.run('unparkPoll', queueId, this.settings.worker, token)
  }

  async deleteQueue(queueId: string, owner: QueueOwner): Promise<'deleted' | 'gone' | 'foreign'> {
    const reply = await this.run('deleteQueue', queueId, ownerName(owner))
    return reply as 'deleted' | 'gone' | 'foreign'
  }

  async deleteUserQueues(owner: QueueOwner): Promise<void> {
    await this.run('deleteUserQueues', ownerName(owner))
  }

  async expireQueues(limit: number): Promise<number> {
    return (await this.run('expireQueues', limit)) as number
  }

  async countQueues(): Promise<number> {
    return (await this.run('countQueues')) as number
  }

  /**
   * Deletes queues of a Redis that lost its latest writes. For a connection that is just being
   * prepared: calls of all others wait.
   *
   * @param time when Redis confirmed the latest of these publications
   * @returns how many queues it deleted; undefined when no publication is missing
   */
  async dropOutdatedQueues(
    { outboxIds, time }: { outboxIds: readonly number[]; time: number },
    limit: number,
  ): Promise<number | undefined> {
    const reply = await this.lua.dropOutdatedQueues(this.shardKey, time, limit, ...outboxIds)
    return (reply as number | null) ?? undefined
  }

  private async pollQueues(steps: readonly PollStep[]): Promise<PollReply[]> {
    const { worker, maxWaitMs, payloadMarginSeconds } = this.settings
    const replies = (await this.run(
      'pollQueues',
      worker,
      maxWaitMs,
      payloadMarginSeconds,
      heartbeatPayload,
      steps.map(stepWords).join('\n'),
    )) as (number | string | string[])[]

    const byStep = steps.map(() => parkedReply)
    for (let i = 0; i < replies.length; i += 2) {
      const [number, reply] = replies.slice(i, i + 2) as [number, string | string[]]
      byStep[number - 1] = toPollReply(reply)
    }
    return byStep
  }

  private run(name: ScriptName, ...args: (string | number)[]): Promise<unknown> {
    return this.connection.call(() => this.lua[name](this.shardKey, ...args))
  }
}

/**
 * A step as words, which join those of all others in one argument: each further argument costs as
 * much as a part of the step itself.
 */
function stepWords({ request, whenEmpty, token }: PollStep): string {
  const { queueId, owner, lastEventId, afterEventId } = request
  return `${queueId} ${owner.realmId} ${owner.userId} ${lastEventId} ${afterEventId} ${whenEmpty} ${token}`
}

const parkedReply: PollReply = { kind: 'parked' }

function toPollReply(reply: string | string[]): PollReply {
  if (typeof reply !== 'string') return { kind: 'events', parts: reply }
  return { kind: reply as Exclude<PollReply['kind'], 'events'> }
}

function ownerName({ realmId, userId }: QueueOwner): string {
  return `${realmId}/${userId}`
}
