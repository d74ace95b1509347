import type { AppContext } from '../../context'
import {
  bumpVersionsOfSubscribedStreams,
  hasOtherPeople,
  lockAccounts,
  setDeactivatedAt,
} from '../../db/accounts'
import { findBot, listBotsOf } from '../../db/bots'
import type { BotRow } from '../../db/bots'
import type { Tx } from '../../db/database'
import type { UserRow } from '../../db/schema'
import { publish, publishQueueRemoval } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { peerChanged } from '../../wire/stream-events'
import { botRemoved, userRemoved } from '../../wire/user-events'
import type { Requester } from '../authentication'
import { audienceOfBot } from '../bots/visibility'
import { BadRequestError, CannotDeactivateLastUserError, UncodedError } from '../errors'
import { refuseBots, requireAdministrator } from '../permissions'
import { audienceOfStream } from '../stream-access'
import { explainLeaving } from '../user-groups/accounts'
import { accessUserToChange } from './access'
import type { UserReference } from './access'
import { findLoss } from './indispensable'

type Context = Pick<AppContext, 'db' | 'clock'>

/**
 * Deactivates an account and the bots it owns; administrators only, and owners only where an
 * owner is concerned.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * @throws BadRequestError for a deactivated account; UncodedError for one the realm needs
 * Source: protocol notes 10.
 */
export async function deactivateUser(
  ctx: Context,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  requireAdministrator(requester)
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    const user = await accessUserToChange(tx, requester, reference)
    if (user.deactivated_at) throw new BadRequestError('User is deactivated')
    const loss = await findLoss(tx, user)
    if (loss) throw new UncodedError(`Cannot deactivate the only ${loss}`)
    await deactivateWithBots(tx, ctx.clock.now(), user)
  })
}

/**
 * Deactivates the requester's own account and the bots it owns.
 *
 * @throws UncodedError for bots; CannotDeactivateLastUserError for an account the realm needs
 * Source: protocol notes 10.
 */
export async function deactivateOwnAccount(ctx: Context, requester: Requester): Promise<void> {
  refuseBots(requester)
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    if (!(await hasOtherPeople(tx, requester.realm_id, requester.id))) {
      throw new CannotDeactivateLastUserError('user')
    }
    const user = await accessUserToChange(tx, requester, requester.id)
    const loss = await findLoss(tx, user)
    if (loss) throw new CannotDeactivateLastUserError(loss)
    if (!user.deactivated_at) await deactivateWithBots(tx, ctx.clock.now(), user)
  })
}

/**
 * Deactivates one bot and tells everybody.
 * @param bot the caller holds the lock of the realm's accounts
 */
export async function deactivateBotAccount(tx: Tx, now: Date, bot: BotRow): Promise<void> {
  await deactivateAccounts(tx, now, [bot], [botGone(bot)])
}

async function deactivateWithBots(tx: Tx, now: Date, user: UserRow): Promise<void> {
  const bots = await listBotsOf(tx, user.realm_id, user.id)
  const activeBots = bots.filter((bot) => !bot.deactivated_at)
  // The account may be a bot itself, which has its own record among the bots.
  const self = user.is_bot ? await findBot(tx, user.realm_id, user.id) : undefined
  const gone = [...(self ? [self] : []), ...activeBots]
  await deactivateAccounts(tx, now, [user, ...activeBots], gone.map(botGone))
}

function botGone(bot: BotRow): Publication {
  return { event: botRemoved(bot), audience: audienceOfBot(bot) }
}

/** Subscriptions stay, to be had again, but who is subscribed where changes for everybody. */
async function deactivateAccounts(
  tx: Tx,
  now: Date,
  accounts: readonly [UserRow, ...UserRow[]],
  further: readonly Publication[],
): Promise<void> {
  const realmId = accounts[0].realm_id
  const ids = accounts.map((account) => account.id)
  await setDeactivatedAt(tx, realmId, ids, now)
  const left = await bumpVersionsOfSubscribedStreams(tx, realmId, ids)
  await publish(tx, realmId, [
    ...left.map((stream) => ({
      event: peerChanged('peer_remove', stream, stream.user_id),
      audience: { ...audienceOfStream(stream), except: ids },
    })),
    ...(await explainLeaving(tx, now, realmId, ids)),
    ...accounts.map((account): Publication => ({
      event: userRemoved(account),
      audience: { everyone: 'all' },
    })),
    ...further,
  ])
  await publishQueueRemoval(tx, realmId, ids)
}
