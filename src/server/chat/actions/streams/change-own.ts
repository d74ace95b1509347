import type { AppContext } from '../../../context'
import type { Requester } from '../../rules/authentication'
import { addSubscriptionsIn } from './add-subscriptions'
import type { AddedSubscriptions, AddSubscriptionsRequest } from './add-subscriptions'
import { removeSubscriptionsIn } from './remove-subscriptions'
import type { RemovedSubscriptions } from './remove-subscriptions'

export interface OwnSubscriptionChanges {
  add: AddSubscriptionsRequest['streams']
  /** Names of streams. */
  leave: readonly string[]
}

/**
 * Unsubscribes the requester from some streams and subscribes them to others, all or nothing.
 *
 * @throws StreamsDoNotExistError, UnableToAccessStreamError, GuestsNotAllowedError, BadRequestError
 */
export async function changeOwnSubscriptions(
  ctx: Pick<AppContext, 'db' | 'caches' | 'renderer'>,
  requester: Requester,
  { add, leave }: OwnSubscriptionChanges,
): Promise<{
  added: Pick<AddedSubscriptions, 'subscribed' | 'alreadySubscribed'>
  removed: RemovedSubscriptions
}> {
  return ctx.db.transaction(async (tx) => ({
    removed:
      leave.length === 0
        ? { removed: [], notSubscribed: [] }
        : await removeSubscriptionsIn(tx, requester, leave, []),
    added:
      add.length === 0
        ? { subscribed: {}, alreadySubscribed: {} }
        : await addSubscriptionsIn(ctx, tx, requester, {
            streams: add,
            inviteOnly: false,
            historyPublicToSubscribers: undefined,
            announce: false,
            principals: [],
            authorizationErrorsFatal: true,
          }),
  }))
}
