import path from 'node:path'
import { heartbeatPayload } from '../../wire/renderings'
import type { QueueOwner, Registration } from '../queues'
import type { RedisConnection } from '../../redis/connection'
import { defineScripts } from '../../redis/scripts'
import type { Script } from '../../redis/scripts'
import { luaKeys, shardKey } from './keys'

export interface PollRequest {
  queueId: string
  owner: QueueOwner
  /** Events up to this one are forgotten. */
  lastEventId: number
  /** Events after this one are wanted. */
  afterEventId: number
  /** It gives way to a poll that is parked. */
  isContinuation: boolean
}

/**
 * What a poll does when there is no event for it: `park-again` when it may be parked already, or
 * gives way to another. With `acknowledge` nothing is read at all.
 */
export type WhenEmpty = 'answer' | 'park' | 'park-again' | 'heartbeat' | 'acknowledge'

/** One reading of a queue on behalf of a poll. */
export interface PollStep {
  request: PollRequest
  whenEmpty: WhenEmpty
  /** `poll.parking`, two numbers: a poll that parks again does so under a new token. */
  token: string
}

/** Who reads. */
export interface PollingWorker {
  worker: string
  /** A parked poll waits no longer. */
  maxWaitMs: number
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
  keyPrefix: string
  maxEventsPerQueue: number
  maxBytesPerQueue: number
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
  'dropOutdatedQueues',
] as const

type Commands = Record<(typeof scriptNames)[number], Script>

/** The steps of the engine that Redis takes as one, each a Lua file. */
export class Scripts {
  /** @param connections one for each shard, not necessarily its own */
  constructor(
    private readonly connections: readonly RedisConnection[],
    private readonly settings: ScriptSettings,
  ) {
    for (const connection of new Set(connections)) {
      defineScripts(connection, {
        folder: path.join(__dirname, 'scripts'),
        names: scriptNames,
        numberOfKeys: 1,
        preambleOf: luaKeys,
      })
    }
  }

  /** @returns false when the queue id is taken */
  async registerQueue(
    shard: number,
    queueId: string,
    registration: Registration,
  ): Promise<boolean> {
    const reply = await this.run(
      'registerQueue',
      shard,
      queueId,
      registration.realmId,
      registration.userId,
      JSON.stringify(registration),
      registration.lifespanSeconds,
    )
    return reply === 1
  }

  async readDirectory(
    shard: number,
    realmId: number,
    since: string,
    limit: number,
  ): Promise<DirectoryPage> {
    const reply = await this.run('readDirectory', shard, realmId, since, limit)
    const [version, queueCount, parts] = reply as [string, number, string[]]
    const queues: DirectoryPage['queues'] = []
    for (let i = 0; i < parts.length; i += 3) {
      const [queueId, queueVersion, registration] = parts.slice(i, i + 3) as [
        string,
        string,
        string,
      ]
      queues.push({
        queueId,
        version: queueVersion,
        registration: JSON.parse(registration) as Registration,
      })
    }
    return { version, queueCount, queues }
  }

  async publishEvents(
    shard: number,
    plan: AppendPlan,
    payloads: readonly string[],
  ): Promise<AppendReply> {
    const { maxEventsPerQueue, maxBytesPerQueue } = this.settings
    const reply = await this.run(
      'publishEvents',
      shard,
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

  /** @returns a reply for each step, in their order */
  async pollQueues(
    shard: number,
    steps: readonly PollStep[],
    { worker, maxWaitMs }: PollingWorker,
  ): Promise<PollReply[]> {
    const replies = (await this.run(
      'pollQueues',
      shard,
      worker,
      maxWaitMs,
      this.settings.payloadMarginSeconds,
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

  async unparkPoll(shard: number, queueId: string, worker: string, token: string): Promise<void> {
    await this.run('unparkPoll', shard, queueId, worker, token)
  }

  async deleteQueue(
    shard: number,
    queueId: string,
    owner: QueueOwner,
  ): Promise<'deleted' | 'gone' | 'foreign'> {
    const reply = await this.run('deleteQueue', shard, queueId, ownerName(owner))
    return reply as 'deleted' | 'gone' | 'foreign'
  }

  async deleteUserQueues(shard: number, owner: QueueOwner): Promise<void> {
    await this.run('deleteUserQueues', shard, ownerName(owner))
  }

  async expireQueues(shard: number, limit: number): Promise<number> {
    return (await this.run('expireQueues', shard, limit)) as number
  }

  /**
   * Deletes queues of a Redis that lost its latest writes. For a connection that is just being
   * prepared: calls of all others wait.
   *
   * @param time when Redis confirmed the latest of these publications
   * @returns how many queues it deleted; undefined when no publication is missing
   */
  async dropOutdatedQueues(
    shard: number,
    { outboxIds, time }: { outboxIds: readonly number[]; time: number },
    limit: number,
  ): Promise<number | undefined> {
    const reply = await this.commandsOf(shard).dropOutdatedQueues(
      this.keyOf(shard),
      time,
      limit,
      ...outboxIds,
    )
    return (reply as number | null) ?? undefined
  }

  private run(
    name: (typeof scriptNames)[number],
    shard: number,
    ...args: (string | number)[]
  ): Promise<unknown> {
    const connection = this.connections[shard] as RedisConnection
    return connection.call(() => this.commandsOf(shard)[name](this.keyOf(shard), ...args))
  }

  private commandsOf(shard: number): Commands {
    return this.connections[shard]?.redis as unknown as Commands
  }

  private keyOf(shard: number): string {
    return shardKey(this.settings.keyPrefix, shard)
  }
}

/** One argument for all steps: each further one costs as much as a part of the step itself. */
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
