import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { AccountChange } from '../../../data/engine/transaction-effects'
import { RedisAwayError } from '../../../lib/store-away'
import { RedisConnection } from '../../../stores/redis/connection'
import type { RedisSettings } from '../../../stores/redis/connection'
import { Listener } from '../../../stores/redis/listener'
import { defineScripts } from '../../../stores/redis/scripts'
import type { Script } from '../../../stores/redis/scripts'
import type { Announcements } from '../announcements'
import { leaseMs } from '../lease'

export interface RedisAnnouncementsOptions extends RedisSettings {
  /** Name of this worker, as part of its keys and channels; need not be unique. */
  workerId: string
  onChanged: (changes: readonly AccountChange[]) => void
}

type Message =
  | { kind: 'changed'; number: number; from: string; changes: readonly AccountChange[] }
  | { kind: 'forgotten'; number: number; by: string }

/** An announcement that waits for replies. */
interface Waiting {
  forgottenBy: Set<string>
  check: () => void
}

/** Time after which every lease that began without knowing a change has expired. */
const longestWaitMs = leaseMs + 100
/**
 * Time after its last sign-in during which a worker is waited for: longer than a lease, since the
 * clock of Redis may jump.
 */
const presenceMs = 2_000
const workersLifetimeMs = 60_000

/**
 * Announcements through Redis: published to all workers, and answered by each that has signed in.
 * Connects at once, and reconnects forever.
 */
export class RedisAnnouncements implements Announcements {
  private readonly connection: RedisConnection
  private readonly scripts: Record<'signIn' | 'announceChanges', Script>
  private readonly listener: Listener
  private readonly keys: ReturnType<typeof accountKeys>
  private readonly worker: string
  private readonly waiting = new Map<number, Waiting>()
  private readonly firstListening: Promise<void>
  private count = 0
  private isSignedIn = false

  constructor(private readonly options: RedisAnnouncementsOptions) {
    const { url, log, keyPrefix, commandTimeoutMs = longestWaitMs } = options
    this.keys = accountKeys(keyPrefix)
    this.worker = `${encodeURIComponent(options.workerId)}.${randomBytes(6).toString('hex')}`
    const connection = { url, key: this.keys.workers, log }
    this.connection = new RedisConnection({ ...connection, commandTimeoutMs, name: 'accounts' })
    this.scripts = defineScripts(this.connection, {
      folder: path.join(__dirname, 'scripts'),
      names: ['signIn', 'announceChanges'],
      numberOfKeys: 1,
    })
    let onListening = (): void => {}
    this.firstListening = new Promise((resolve) => (onListening = resolve))
    this.listener = new Listener({
      ...connection,
      name: 'accounts-listener',
      channels: [this.keys.changes, this.keys.answers(this.worker)],
      onMessage: (message) => this.onMessage(JSON.parse(message) as Message),
      onListening,
    })
  }

  async signIn(): Promise<void> {
    // A worker that gets no announcements would make the others wait in vain.
    if (this.listener.session === undefined) throw new RedisAwayError('not listening')
    await this.connection.call(() =>
      this.scripts.signIn(this.keys.workers, this.worker, workersLifetimeMs),
    )
    this.isSignedIn = true
  }

  async announce(changes: readonly AccountChange[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const leasesRanOut = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestWaitMs)
    })
    const number = ++this.count
    const everybodyForgot = this.announceAndWait(number, changes)
    // Redis is down: workers that still use it learn of the changes from the log in the database.
    await Promise.race([leasesRanOut, everybodyForgot.catch(() => leasesRanOut)])
    clearTimeout(timer)
    this.waiting.delete(number)
  }

  async close(): Promise<void> {
    try {
      if (this.isSignedIn) {
        await this.connection.call(() => this.connection.redis.zrem(this.keys.workers, this.worker))
      }
    } catch (error) {
      // The other workers wait for this one until its sign-in expires.
      if (!(error instanceof RedisAwayError)) throw error
    } finally {
      this.listener.close()
      this.connection.close()
    }
  }

  private async announceAndWait(number: number, changes: readonly AccountChange[]): Promise<void> {
    const waiting: Waiting = { forgottenBy: new Set([this.worker]), check: () => {} }
    this.waiting.set(number, waiting)
    // Before the listener is ready, no reply could arrive.
    await this.firstListening
    const message: Message = { kind: 'changed', number, from: this.worker, changes }
    const { workers: workersKey, changes: channel } = this.keys
    const reply = await this.connection.call(() =>
      this.scripts.announceChanges(workersKey, channel, JSON.stringify(message), presenceMs),
    )
    const workers = reply as string[]
    await new Promise<void>((resolve) => {
      waiting.check = () => {
        if (workers.every((worker) => waiting.forgottenBy.has(worker))) resolve()
      }
      waiting.check()
    })
  }

  private onMessage(message: Message): void {
    if (message.kind === 'forgotten') {
      const waiting = this.waiting.get(message.number)
      waiting?.forgottenBy.add(message.by)
      waiting?.check()
    } else if (message.from !== this.worker) {
      this.options.onChanged(message.changes)
      this.answer(message)
    }
  }

  private answer({ number, from }: Extract<Message, { kind: 'changed' }>): void {
    const answer: Message = { kind: 'forgotten', number, by: this.worker }
    this.connection
      .call(() => this.connection.redis.publish(this.keys.answers(from), JSON.stringify(answer)))
      // Without the reply, the announcing worker waits until the leases have expired.
      .catch(() => undefined)
  }
}

/** The names of the account announcements in Redis, all on one node of a cluster. */
export function accountKeys(prefix: string) {
  const tag = `{${prefix}:accounts}:`
  return {
    /** Sorted set: workers by the time in ms of their last sign-in. */
    workers: `${tag}workers`,
    /** Channel of all workers: changed accounts. */
    changes: `${tag}changes`,
    /** Channel per worker: replies to its announcements. */
    answers: (worker: string) => `${tag}answers:${worker}`,
  }
}
