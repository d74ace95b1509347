import type { QueueOwner } from '../queues'
import type { PollStep } from './poll-steps'

/** Bytes of a record without its texts: two numbers, and three zero bytes that end the texts. */
const fixedBytes = 2 * 8 + 3

/**
 * Steps in the format of `scripts/poll-queues.lua`: a single argument, since each further one would
 * add noticeably to the cost of a step; numbers in binary, which need no parsing.
 */
export function packSteps(steps: readonly PollStep[]): Buffer {
  const wishes = steps.map(wishOf)
  const bytes = steps.reduce(
    (sum, { queueId, token }, i) =>
      sum + queueId.length + token.length + (wishes[i] as string).length + fixedBytes,
    0,
  )
  const records = Buffer.allocUnsafe(bytes)
  let end = 0
  const write = (text: string): void => {
    end += records.write(text, end, 'latin1')
    end = records.writeUInt8(0, end)
  }
  steps.forEach(({ queueId, owner, lastEventId, token }, i) => {
    write(queueId)
    end = records.writeDoubleLE(ownerNumber(owner), end)
    end = records.writeDoubleLE(lastEventId, end)
    write(token)
    write(wishes[i] as string)
  })
  return records
}

/**
 * The options of a step; '' for the defaults, a new poll that parks and whose cursors are equal.
 */
function wishOf({ lastEventId, afterEventId, whenEmpty }: PollStep): string {
  return whenEmpty === 'park' && afterEventId === lastEventId ? '' : `${afterEventId} ${whenEmpty}`
}

const usersPerRealm = 2 ** 32

/** An owner as a single number, in the format of `scripts/parts/state.lua`. */
function ownerNumber({ realmId, userId }: QueueOwner): number {
  const number = realmId * usersPerRealm + userId
  // Two owners must never share a number.
  if (userId < usersPerRealm && Number.isSafeInteger(number)) return number
  throw new RangeError(`Event queues cannot tell user ${userId} of realm ${realmId} from others`)
}
