import type { AppContext } from '../../../context'
import { ForeignEventQueueError } from '../../../events/errors'
import { noEventId } from '../../../events/queues'
import type { HangUpSignal, PolledEvents, QueueOwner } from '../../../events/queues'
import { deadCredential } from '../../rules/authentication'
import type { Requester } from '../../rules/authentication'
import { UncodedError } from '../../rules/errors'
import { eventsFor } from './key-scope'
import { openQueue } from '../register/register-queue'
import type { QueueArguments } from '../register/registration'

export interface PollArguments {
  /** The queue; absent: a new one is registered first, with `registration`. */
  queueId?: string | undefined
  /** The last event id that the client holds, -1 for none; absent: nothing is acknowledged. */
  lastEventId?: number | undefined
  /** Whether to answer at once, even with no events. */
  dontBlock: boolean
  registration: () => QueueArguments
}

/** The answer to a poll, as members of its JSON object. */
export interface Polled {
  queueId: string
  /** Event id after which the client starts reading; only if this call registered the queue. */
  lastEventId?: number
  /** The events as JSON text of an array, ascending by id. */
  eventsJson: string
}

type Context = Pick<
  AppContext,
  'clock' | 'config' | 'events' | 'caches' | 'metrics' | 'pollSlots' | 'pollThrottle'
>

/**
 * The events of a queue newer than the client's last one. Waits for an event, at most until the heartbeat,
 * unless `dontBlock` is set.
 *
 * @param signal aborts when the client hangs up
 * @throws BadEventQueueIdError, ForeignEventQueueError, and the errors of registering
 * @throws TooManyPollsError, WorkerFullError if there is no free poll slot
 * @throws AuthenticationError when the key or session of the requester dies meanwhile
 * Sources: docs/protocol/contract.md#get-events, docs/protocol/authentication.md#dead-keys,
 * docs/protocol/decided-conflicts.md#implicit-registration, docs/protocol/event-queues.md#polling.
 */
export async function pollEvents(
  ctx: Context,
  requester: Requester,
  args: PollArguments,
  signal: HangUpSignal,
): Promise<Polled> {
  const { queueId, lastEventId = noEventId, dontBlock } = args
  if (queueId === undefined) return pollNewQueue(ctx, requester, args, signal)

  const delayMs = ctx.pollThrottle.count(requester.id)
  const isDelayed = delayMs > 0
  const slot =
    dontBlock && !isDelayed
      ? undefined
      : ctx.pollSlots.take(requester, queueId, { signal, endsWhenTakenOver: isDelayed })
  const options = { park: !dontBlock, signal: slot ?? signal }
  const poll = (): Promise<PolledEvents> =>
    ctx.events.poll(queueId, ownerOf(requester), lastEventId, options)
  // A newer poll or a hang-up may end a delayed poll before it begins: do not read the queue then.
  const pollUnlessEnded = (): Promise<PolledEvents> =>
    options.signal.aborted ? Promise.resolve({ json: '[]' }) : poll()
  // Not awaited: thousands of polls wait at a time, and an `await` would keep the frame of each in memory.
  const polled = isDelayed
    ? ctx.pollThrottle.wait(delayMs, options.signal).then(pollUnlessEnded)
    : poll()
  return polled.then(
    ({ json }) => {
      slot?.release()
      if (slot?.isRevoked) throw deadCredential(requester)
      return { queueId, eventsJson: eventsFor(ctx, requester, json) }
    },
    (error: unknown) => {
      slot?.release()
      throw error
    },
  )
}

async function pollNewQueue(
  ctx: Context,
  requester: Requester,
  { dontBlock, registration }: PollArguments,
  signal: HangUpSignal,
): Promise<Polled> {
  ctx.pollSlots.refuseIfWorkerFull()
  const slot = dontBlock ? undefined : ctx.pollSlots.take(requester, undefined, { signal })
  try {
    const owner = ownerOf(requester)
    const { queueId, lastEventId } = await openQueue(ctx, requester, registration())
    const park = !dontBlock
    const options = { park, signal: slot ?? signal }
    const { json } = await ctx.events.poll(queueId, owner, lastEventId, options)
    // The client never received the id of this new queue, so the queue is useless.
    if (signal.aborted || slot?.isRevoked) await ctx.events.delete(queueId, owner)
    if (slot?.isRevoked) throw deadCredential(requester)
    return { queueId, lastEventId, eventsJson: eventsFor(ctx, requester, json) }
  } finally {
    slot?.release()
  }
}

/**
 * Deletes a queue of the requester; a poll that waits on it is answered.
 *
 * @throws BadEventQueueIdError
 * @throws UncodedError for another user's queue
 * Sources: docs/protocol/contract.md#delete-events, docs/protocol/event-queues.md#delete.
 */
export async function deleteQueue(
  ctx: Pick<AppContext, 'events'>,
  requester: Requester,
  queueId: string,
): Promise<void> {
  try {
    await ctx.events.delete(queueId, ownerOf(requester))
  } catch (error) {
    if (!(error instanceof ForeignEventQueueError)) throw error
    throw new UncodedError('You are not authorized to access this queue')
  }
}

/**
 * Acknowledges events of a queue of the requester, even while a poll of the queue is parked.
 *
 * @param signal aborts when the client hangs up
 * @throws BadEventQueueIdError, ForeignEventQueueError
 */
export async function acknowledgeEvents(
  ctx: Pick<AppContext, 'events' | 'pollThrottle'>,
  requester: Requester,
  { queueId, lastEventId }: { queueId: string; lastEventId: number },
  signal: HangUpSignal,
): Promise<void> {
  await ctx.pollThrottle.wait(ctx.pollThrottle.count(requester.id), signal)
  await ctx.events.acknowledge(queueId, ownerOf(requester), lastEventId)
}

export function ownerOf(requester: Requester): QueueOwner {
  return { realmId: requester.realm_id, userId: requester.id }
}
