import { randomBytes } from 'node:crypto'

/**
 * Names of the keys of a shard, spelled only here. Every key carries the shard's hash tag, so that
 * all keys of a shard are on one node of a cluster and a script may use all of them.
 *
 * Scripts compute some keys (payloads of a queue, queues of a user), so they get the shard as their
 * only key and append these names; {@link luaKeys} defines them there. A name that ends with `:` is followed
 * by an id, all others are whole keys.
 */
export const names = {
  /** Hash: state of each queue by its id. */
  states: 'states',
  /** Hash: registration of each queue by its id. */
  registrations: 'registrations',
  /**
   * Sorted set per queue id: references to unacknowledged events by event id. A single event is
   * kept in the state of the queue instead. Lives as long as its queue.
   */
  events: 'events:',
  /**
   * Hash per queue id: the latest event id per merge key, until all events are acknowledged. Lives
   * as long as its queue.
   */
  replaceable: 'replaceable:',
  /**
   * Hash per payload id: text, number of references. Deleted with its last reference, or by its own
   * expiry.
   */
  payload: 'payload:',
  /** Sorted set per realm: its queue ids by the directory version that added them. */
  directory: 'directory:',
  /** Hash: directory version by realm, for realms that have queues. */
  versions: 'versions',
  /** Set per `realm/user`: the user's queue ids. */
  user: 'user:',
  /** Sorted set: all queue ids by the time in ms at which they expire unless polled. */
  expiry: 'expiry',
  /** Bitmap per 65,536 outbox ids: the dispatched ones. Outlives any queue. */
  dispatched: 'dispatched:',
  /** Counter per worker: its calls that gave an id to an event. Outlives any queue. */
  writes: 'writes:',
  /** Hash: the run of Redis in which the queues are whole, and since when another run is in doubt. */
  run: 'run',
  /** Hash, in shard 0: the epochs of the database that the queues belong to. */
  epochs: 'epochs',
  /** Empty value that is written to see whether Redis takes writes. Lives a minute. */
  probe: 'probe',
  /** Channel per worker: wake-ups for its parked polls. */
  wakeUps: 'wake-ups:',
} as const

/** The key that identifies a shard to the scripts, and the prefix of its other keys. */
export function shardKey(prefix: string, shard: number): string {
  return `{${prefix}:${shard}}:`
}

/** The channel for the wake-ups of one shard to a worker. */
export function wakeUpChannel(prefix: string, shard: number, worker: string): string {
  return `${shardKey(prefix, shard)}${names.wakeUps}${worker}`
}

/** First character of the names of workers that read events from queue states. */
const workerMark = '.'

/**
 * A name for a worker, which addresses its wake-ups. Short, since it is stored in the state of each
 * queue with a parked poll; new at each start, so that a worker gets no wake-ups for polls from
 * before a restart.
 */
export function newWorkerName(): string {
  return `${workerMark}${randomBytes(8).toString('base64url')}`
}

/** A pattern, for PUBSUB CHANNELS, of the channels of workers without that mark. */
export function olderWakeUpChannels(shardKey: string): string {
  const literally = `${shardKey}${names.wakeUps}`.replace(/[\\*?[\]]/g, '\\$&')
  return `${literally}[^${workerMark}]*`
}

/**
 * Lua local variables with the names of the keys, such as `queue_key`; only those that a script
 * uses.
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
