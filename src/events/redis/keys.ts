import { randomBytes } from 'node:crypto'

/**
 * Names of the keys of a shard: the only place where they are spelled. Every key of one shard
 * carries the shard's hash tag, so that one script may touch them all on whichever node of a
 * cluster holds it.
 *
 * Scripts meet keys that nobody can know before (payloads of a queue, queues of a user), so they
 * are given the shard as their one key and append these names; {@link luaKeys} spells them there.
 */
const names = {
  /** Hash: state of each queue by its id. */
  states: 'states',
  /** Hash: registration of each queue by its id. */
  registrations: 'registrations',
  /**
   * Sorted set per queue id: references to unacknowledged events by event id, unless there is only
   * one, which is in the state of the queue. As its queue.
   */
  events: 'events:',
  /**
   * Hash per queue id: the latest event of each kind that replaces its predecessor, until all are
   * acknowledged. As its queue.
   */
  replaceable: 'replaceable:',
  /** Hash per payload id: text, references. Gone with its last reference, or by its own time-out. */
  payload: 'payload:',
  /** Sorted set per realm: its queue ids by the version of the directory that added them. */
  directory: 'directory:',
  /** Hash: version of the directory of each realm that has queues. */
  versions: 'versions',
  /** Set per `realm/user`: their queue ids. */
  user: 'user:',
  /** Sorted set: all queue ids by the time in ms at which they die unless they are polled. */
  expiry: 'expiry',
  /** Bitmap per 65,536 outbox ids: those that were dispatched. Outlives any queue. */
  dispatched: 'dispatched:',
  /** Channel per worker: wake-ups for the polls that it holds. */
  wakeUps: 'wake-ups:',
} as const

/** The key that names a shard to the scripts, and begins all others. */
export function shardKey(prefix: string, shard: number): string {
  return `{${prefix}:${shard}}:`
}

/** The channel on which a worker hears the wake-ups of one shard. */
export function wakeUpChannel(prefix: string, shard: number, worker: string): string {
  return `${shardKey(prefix, shard)}${names.wakeUps}${worker}`
}

/** Begins the names of workers that look for events in the states of queues. */
const workerMark = '.'

/**
 * A name for a worker, under which wake-ups find it. Short, for it is in the state of each queue that
 * has a poll; and another one at each start: a worker must not be woken for polls of its former life.
 */
export function newWorkerName(): string {
  return `${workerMark}${randomBytes(8).toString('base64url')}`
}

/** A pattern, as PUBSUB CHANNELS takes it, of the channels of workers without that mark. */
export function olderWakeUpChannels(shardKey: string): string {
  const literally = `${shardKey}${names.wakeUps}`.replace(/[\\*?[\]]/g, '\\$&')
  return `${literally}[^${workerMark}]*`
}

/**
 * The names of the keys as local variables of a script, such as `queue_key`: those that it uses.
 */
export function luaKeys(script: string): string {
  return Object.entries(names)
    .map(([name, suffix]) => ({ variable: `${snakeCase(name)}_key`, suffix }))
    .filter(({ variable }) => new RegExp(`\\b${variable}\\b`).test(script))
    .map(({ variable, suffix }) => `local ${variable} = KEYS[1] .. '${suffix}'\n`)
    .join('')
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
