import { randomInt } from 'node:crypto'
import { BadEventQueueIdError } from '../errors'

/**
 * A queue id is two integers joined by a colon; the second is the shard. The first is random, so
 * that a Redis that was emptied never gives an id to a queue that some client still believes in.
 */
export function newQueueId(shard: number): string {
  return `${randomInt(2 ** 48 - 1)}:${shard}`
}

/** All queues of a user live in one shard. */
export function shardOfUser(userId: number, shards: number): number {
  return userId % shards
}

/** @throws BadEventQueueIdError for anything that is no id of ours */
export function shardOfQueue(queueId: string, shards: number): number {
  const shard = Number(/^\d{1,16}:(\d{1,6})$/.exec(queueId)?.[1])
  if (!(shard < shards)) throw new BadEventQueueIdError(queueId)
  return shard
}
