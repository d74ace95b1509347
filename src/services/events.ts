import type { AppContext } from '../context'
import { ForeignEventQueueError } from '../events/errors'
import type { HangUpSignal, PolledEvents, QueueOwner } from '../events/queues'
import { deadCredential } from './authentication'
import type { Requester } from './authentication'
import { BadRequestError, UncodedError } from './errors'
import { openQueue } from './register/register-queue'
import type { QueueArguments } from './register/registration'

export interface PollArguments {
  /** The queue; absent: one is registered first, as `registration` says. */
  queueId?: string | undefined
  /** The last event id that the client holds, -1 for none. */
  lastEventId?: number | undefined
  /** Whether to answer at once, with whatever there is. */
  dontBlock: boolean
  registration: () => QueueArguments
}

/** The answer to a poll, as members of its JSON object. */
export interface Polled {
  queueId: string
  /** Event id after which the client starts reading; only of a queue that this call registered. */
  lastEventId?: number
  /** The events as JSON text of an array, ascending by id. */
  eventsJson: string
}

type Context = Pick<
  AppContext,
  'config' | 'events' | 'memory' | 'metrics' | 'pollSlots' | 'pollThrottle'
>

/**
 * The events of a queue that are newer than what the client holds. Waits until there is one,
 * at most until the heartbeat, unless told not to.
 *
 * @param signal aborts when the client hangs up
 * @throws BadEventQueueIdError, ForeignEventQueueError, and what registering throws
 * @throws TooManyPollsError, WorkerFullError where there is no room to wait
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
  const { queueId, lastEventId, dontBlock } = args
  if (queueId === undefined) return pollNewQueue(ctx, requester, args, signal)
  if (lastEventId === undefined) throw new BadRequestError("Missing 'last_event_id' argument")

  const delayMs = ctx.pollThrottle.count(requester.id)
  const isDelayed = delayMs > 0
  const slot =
    dontBlock && !isDelayed
      ? undefined
      : ctx.pollSlots.take(requester, queueId, { signal, endsWhenTakenOver: isDelayed })
  const options = { park: !dontBlock, signal: slot ?? signal }
  const poll = (): Promise<PolledEvents> =>
    ctx.events.poll(queueId, ownerOf(requester), lastEventId, options)
  // A newer poll, or the end of its connection, leaves a delayed one nothing to ask for.
  const pollUnlessEnded = (): Promise<PolledEvents> =>
    options.signal.aborted ? Promise.resolve({ json: '[]' }) : poll()
  // Not awaited here: while it waits, thousands of times over, this call is to be forgotten.
  const polled = isDelayed
    ? ctx.pollThrottle.wait(delayMs, options.signal).then(pollUnlessEnded)
    : poll()
  return polled.then(
    ({ json }) => {
      slot?.release()
      if (slot?.isRevoked) throw deadCredential(requester)
      return { queueId, eventsJson: json }
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
    // Nobody was told its id, so nobody could ever poll it.
    if (signal.aborted || slot?.isRevoked) await ctx.events.delete(queueId, owner)
    if (slot?.isRevoked) throw deadCredential(requester)
    return { queueId, lastEventId, eventsJson: json }
  } finally {
    slot?.release()
  }
}

/**
 * Deletes a queue of the requester; a poll that waits on it is answered.
 *
 * @throws BadEventQueueIdError
 * @throws UncodedError for a queue of somebody else
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
 * Forgets events that a client of the requester holds, also while one waits for more.
 *
 * @param signal aborts when the client hangs up
 * @throws BadEventQueueIdError, ForeignEventQueueError
 */
export async function acknowledgeEvents(
  ctx: Pick<AppContext, 'events' | 'pollThrottle'>,
  requester: Requester,
  queueId: string,
  lastEventId: number,
  signal: HangUpSignal,
): Promise<void> {
  await ctx.pollThrottle.wait(ctx.pollThrottle.count(requester.id), signal)
  await ctx.events.acknowledge(queueId, ownerOf(requester), lastEventId)
}

export function ownerOf(requester: Requester): QueueOwner {
  return { realmId: requester.realm_id, userId: requester.id }
}
