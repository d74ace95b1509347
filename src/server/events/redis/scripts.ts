import path from 'node:path'
import { heartbeatPayload } from '../../wire/renderings'
import { isForAllMessages } from '../owned-queues'
import type { OwnedQueue } from '../owned-queues'
import type { QueueOwner, Registration, SeenEpochs } from '../queues'
import { batched } from '../../lib/batches'
import { TurnBatch } from '../../lib/turn-batch'
import type { RedisConnection } from '../../stores/redis/connection'
import { defineScripts } from '../../stores/redis/scripts'
import type { Script } from '../../stores/redis/scripts'
import { luaKeys } from './keys'
import type { ConfirmedWrite, DoubtfulRun } from './lost-writes'
import { packSteps } from './poll-records'
import type { OlderWorkers } from './older-workers'
import type { PollReply, PollRequest, PollStep, WhenEmpty } from './poll-steps'

/** A queue to register. */
export interface NewQueue {
  queueId: string
  registration: Registration
}

export interface AppendPlan {
  /** Directory versions to check, by realm; absent: no check. */
  versions?: Record<string, string>
  /** Seconds until each payload expires. */
  lifetimes: number[]
  /**
   * Per event: the outbox id, or a unique id as text; the merge key or ''; and per delivery the
   * payload, the overlay and the queues.
   */
  events: [number | string, string, [payload: number, overlay: string, queueIds: string[]][]][]
}

export type AppendReply =
  | { kind: 'stale' }
  | {
      kind: 'done'
      goneQueueIds: string[]
      overfullQueueIds: string[]
    }

export interface DirectoryPage {
  /** Version of the whole directory. */
  version: string
  queueCount: number
  queues: { queueId: string; version: string; registration: Registration }[]
}

export interface ScriptSettings {
  /** Name of this worker, which addresses its wake-ups. */
  worker: string
  /** Max time that a poll stays parked. */
  maxWaitMs: number
  maxEventsPerQueue: number
  maxBytesPerQueue: number
  maxQueuesPerUser: number
  payloadMarginSeconds: number
  /** Queues keep their events inline once all workers read events from queue states. */
  olderWorkers: Pick<OlderWorkers, 'areGone'>
}

const scriptNames = [
  'registerQueues',
  'readDirectory',
  'publishEvents',
  'pollQueues',
  'unparkPoll',
  'deleteQueue',
  'deleteUserQueues',
  'listUserQueues',
  'expireQueues',
  'countQueues',
  'dropOutdatedQueues',
  'checkRun',
  'replaceEpochs',
] as const
type ScriptName = (typeof scriptNames)[number]

/** Max polls, or new queues, per call; a longer call would block others. */
const stepsPerCall = 100

/** Max events of a user that are looked through for a message, in one call. */
const mostReferences = 5_000

/** The scripts of the queues, as commands of a connection that shards may share. */
export function defineQueueScripts(connection: RedisConnection): Record<ScriptName, Script> {
  return defineScripts(connection, {
    folder: path.join(__dirname, 'scripts'),
    names: scriptNames,
    numberOfKeys: 1,
    preambleOf: luaKeys,
  })
}

/** The atomic operations of one shard, each a Lua file. */
export class Scripts {
  /**
   * Reads a queue for a poll. Polls are batched: a call costs more than its work for one poll, and
   * after a message to many users all of them poll again at once.
   */
  readonly polls = new TurnBatch<PollStep>((steps) => void this.pollQueues(steps), stepsPerCall)

  /**
   * Registers a queue; registrations within one turn share a call. Returns the ids of the queues
   * dropped for it; undefined if the queue id is taken.
   */
  readonly registerQueue = batched((queues: readonly NewQueue[]) => this.registerQueues(queues), {
    maxItems: stepsPerCall,
    isPipelined: true,
  })

  /** The latest write of this worker to the shard; undefined: none since the start, or since the shard lost writes. */
  confirmedWrite: ConfirmedWrite | undefined

  /** Whether this worker has been connected to the shard since its start. */
  wasConnected = false

  constructor(
    private readonly connection: RedisConnection,
    private readonly lua: Record<ScriptName, Script>,
    private readonly shardKey: string,
    private readonly settings: ScriptSettings,
  ) {}

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
    const { maxEventsPerQueue, maxBytesPerQueue, worker } = this.settings
    const reply = await this.run(
      'publishEvents',
      JSON.stringify(plan),
      maxEventsPerQueue,
      maxBytesPerQueue,
      flag(this.settings.olderWorkers.areGone),
      worker,
      ...payloads,
    )
    const [kind, goneQueueIds, overfullQueueIds, write] = reply as [
      AppendReply['kind'],
      string[],
      string[],
      CountReply?,
    ]
    if (kind === 'stale') return { kind }
    if (write) this.noteWrite(write)
    return { kind, goneQueueIds, overfullQueueIds }
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

  async listUserQueues(owner: QueueOwner, messageId: number): Promise<OwnedQueue[]> {
    const { realmId } = owner
    const args = [ownerName(owner), realmId, messageId, mostReferences]
    const reply = await this.run('listUserQueues', ...args)
    return (reply as string[][]).map(toOwnedQueue)
  }

  async expireQueues(limit: number): Promise<number> {
    return (await this.run('expireQueues', limit)) as number
  }

  /** Whether the noted epochs were `seen` and are replaced. */
  async replaceEpochs(seen: SeenEpochs | undefined, epochs: SeenEpochs): Promise<boolean> {
    const { current, next, restores } = epochs
    const before = [seen?.current ?? '', seen?.next ?? '']
    return (await this.run('replaceEpochs', ...before, current, next, restores)) === 1
  }

  async countQueues(): Promise<number> {
    return (await this.run('countQueues')) as number
  }

  /**
   * Deletes queues of a Redis that lost its latest writes. For a connection that is being prepared:
   * other calls wait.
   * @param latest the latest confirmed write of this worker; without a count, the queues that were registered until its
   *   time are deleted although no write is missing
   * @returns the number of deleted queues; undefined if no write is missing
   */
  async dropOutdatedQueues(
    { count, time }: Partial<ConfirmedWrite>,
    limit: number,
  ): Promise<number | undefined> {
    const { worker } = this.settings
    const latest = [count ?? '', time ?? Number.MAX_SAFE_INTEGER]
    const reply = await this.lua.dropOutdatedQueues(this.shardKey, worker, ...latest, limit)
    return (reply as number | null) ?? undefined
  }

  /**
   * Looks for a start of Redis that no worker has witnessed. For a connection that is being prepared.
   *
   * @param patienceMs time for a witness to come back
   * @returns undefined if the queues are whole
   */
  async checkRun(isWitness: boolean, patienceMs: number): Promise<DoubtfulRun | undefined> {
    const reply = await this.lua.checkRun(this.shardKey, flag(isWitness), patienceMs * 1_000)
    if (!reply) return undefined
    const [since, isOver] = reply as [number, 0 | 1]
    return { since, isUnwitnessed: isOver === 1 }
  }

  private async registerQueues(queues: readonly NewQueue[]): Promise<(string[] | undefined)[]> {
    const words = queues.flatMap(({ queueId, registration }) => {
      const { realmId, userId, lifespanSeconds } = registration
      return [queueId, realmId, userId, lifespanSeconds, JSON.stringify(registration)]
    })
    const replies = await this.run('registerQueues', this.settings.maxQueuesPerUser, ...words)
    return (replies as (string[] | null)[]).map((crowdedOut) => crowdedOut ?? undefined)
  }

  /** Reads a queue once, for a poll that does not wait. */
  poll(request: PollRequest, whenEmpty: WhenEmpty): Promise<PollReply> {
    return new Promise((onReply, onReadFailed) => {
      this.polls.add({ whenEmpty, token: '-', onReply, onReadFailed, ...request })
    })
  }

  private async pollQueues(steps: readonly PollStep[]): Promise<void> {
    const { worker, maxWaitMs, payloadMarginSeconds } = this.settings
    let replies: (number | string | string[] | CountReply)[]
    try {
      replies = (await this.run(
        'pollQueues',
        worker,
        maxWaitMs,
        payloadMarginSeconds,
        heartbeatPayload,
        flag(this.settings.olderWorkers.areGone),
        packSteps(steps),
      )) as typeof replies
    } catch (error) {
      for (const step of steps) step.onReadFailed(error as Error)
      return
    }
    const byStep = steps.map(() => parkedReply)
    for (let i = 0; i < replies.length; i += 2) {
      const [number, reply] = replies.slice(i, i + 2)
      if (number === 0) this.noteWrite(reply as CountReply)
      else byStep[(number as number) - 1] = toPollReply(reply as string | string[])
    }
    steps.forEach((step, index) => step.onReply(byStep[index] as PollReply))
  }

  private noteWrite([count, time]: CountReply): void {
    this.confirmedWrite = { count, time }
  }

  private run(name: ScriptName, ...args: (string | number | Buffer)[]): Promise<unknown> {
    return this.connection.call(() => this.lua[name](this.shardKey, ...args))
  }
}

/** A {@link ConfirmedWrite} as the scripts answer it. */
type CountReply = readonly [count: number, time: number]

function flag(isSet: boolean): '0' | '1' {
  return isSet ? '1' : '0'
}

const parkedReply: PollReply = { kind: 'parked' }

function toPollReply(reply: string | string[]): PollReply {
  if (typeof reply !== 'string') return { kind: 'events', parts: reply }
  return { kind: reply as Exclude<PollReply['kind'], 'events'> }
}

/** @param words as list-user-queues.lua answers them */
function toOwnedQueue(words: readonly string[]): OwnedQueue {
  const [text = '', registeredUs, seenMs, count, holds] = words
  const registration = JSON.parse(text) as Registration
  return {
    clientName: registration.clientName,
    isForAllMessages: isForAllMessages(registration),
    registeredAt: new Date(Number(registeredUs) / 1000),
    lastSeenAt: new Date(Number(seenMs)),
    waitingEvents: Number(count),
    holdsMessage: holds === '' ? undefined : holds === '1',
  }
}

function ownerName({ realmId, userId }: QueueOwner): string {
  return `${realmId}/${userId}`
}
