import type { QueueOwner } from '../queues'
import type { PollStep } from './poll-steps'

/** Bytes of a record beside those of its texts: two numbers, and the ends of three texts. */
const fixedBytes = 2 * 8 + 3

/**
 * Steps as `scripts/poll-queues.lua` reads them: one argument, for each further one costs as much as a
 * part of the step itself, and numbers in binary, which are read without making texts of them.
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

/** What is unlike a new poll that parks and wants all that it does not acknowledge. */
function wishOf({ lastEventId, afterEventId, whenEmpty }: PollStep): string {
  return whenEmpty === 'park' && afterEventId === lastEventId ? '' : `${afterEventId} ${whenEmpty}`
}

const usersPerRealm = 2 ** 32

/** An owner as the one number that `scripts/parts/state.lua` makes of it. */
function ownerNumber({ realmId, userId }: QueueOwner): number {
  const number = realmId * usersPerRealm + userId
  // Two owners must never have one number.
  if (userId < usersPerRealm && Number.isSafeInteger(number)) return number
  throw new RangeError(`Event queues cannot tell user ${userId} of realm ${realmId} from others`)
}
