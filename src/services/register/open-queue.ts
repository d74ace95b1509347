import type { AppContext } from '../../context'
import type { RegisteredQueue } from '../../events/queues'
import type { Requester } from '../authentication'
import { AuthenticationError, NotAuthorizedForQueryError } from '../errors'
import { isGuest } from '../permissions'
import { buildRegistration } from './registration'
import type { QueueArguments } from './registration'

export interface OpenedQueue extends RegisteredQueue {
  /** The requester's account as it is now that the queue exists. */
  account: Requester
}

/**
 * Registers a queue, then reads the account again: what changed since the call was
 * authenticated is then in the account, and what changes from now on is in the queue.
 *
 * @throws BadRequestError, NotAuthorizedForQueryError for arguments that cannot be served
 * @throws AuthenticationError when the account lost access meanwhile; no queue of it is left
 */
export async function openQueue(
  ctx: Pick<AppContext, 'config' | 'db' | 'events' | 'metrics'>,
  requester: Requester,
  args: QueueArguments,
): Promise<OpenedQueue> {
  const registration = buildRegistration(requester, args, ctx.config.queueLifespanSeconds)
  const queue = await ctx.events.register(registration)
  ctx.metrics.queuesRegistered.inc()

  const account = await ctx.db.sharedReads.account(registration)
  // Whoever takes access away deletes the queues there are; this one may have come a moment later.
  if (!account || account.deactivated_at || account.realm_deactivated_at) {
    await ctx.events.deleteAllOf(registration)
    throw new AuthenticationError('Account is deactivated', 'USER_DEACTIVATED')
  }
  if (registration.receivesPublicStreams && isGuest(account)) {
    await ctx.events.delete(queue.queueId, registration)
    throw new NotAuthorizedForQueryError()
  }
  return { ...queue, account }
}
