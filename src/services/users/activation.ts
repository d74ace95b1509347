import type { AppContext } from '../../context'
import { findBot, listBotsOf } from '../../db/bots/bots'
import type { BotRow } from '../../db/bots/bots'
import type { Tx } from '../../db/engine/database'
import type { UserRow } from '../../db/schema'
import {
  bumpVersionsOfSubscribedStreams,
  hasOtherPeople,
  setDeactivatedAt,
  updateUser,
} from '../../db/users/update-users'
import type { SubscribedStreamOf } from '../../db/users/update-users'
import { findUserById } from '../../db/users/users'
import { publish, publishQueueRemoval } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { botAdded, botRemoved, userAdded, userRemoved } from '../../wire/user-events'
import { recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { audienceOfBot, presentBotRow } from '../bots/visibility'
import { BadRequestError, CannotDeactivateLastUserError, UncodedError } from '../errors'
import { refuseBots, requireAdministrator } from '../permissions'
import { forEverybody } from '../publications'
import { explainPeers } from '../streams/peers'
import { explainJoining, explainLeaving } from '../user-groups/telling'
import { accessUserToChange } from './access'
import type { UserReference } from './access'
import { findLoss } from './role'

type Context = Pick<AppContext, 'db' | 'clock'>

/**
 * Deactivates an account and the bots it owns; administrators only, and owners only where an
 * owner is concerned.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * @throws BadRequestError for a deactivated account; UncodedError for one the realm needs
 * Source: docs/protocol/users.md#deactivate-user.
 */
export async function deactivateUser(
  ctx: Context,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  requireAdministrator(requester)
  await ctx.db.transaction(async (tx) => {
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
 * Source: docs/protocol/users.md#deactivate-own.
 */
export async function deactivateOwnAccount(ctx: Context, requester: Requester): Promise<void> {
  refuseBots(requester)
  await ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, requester.id)
    if (!(await hasOtherPeople(tx, requester.realm_id, requester.id))) {
      throw new CannotDeactivateLastUserError('user')
    }
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
  await recordActs(
    tx,
    realmId,
    ids.map((id) => ({ act: 'user_deactivated', affected: { type: 'user', id } })),
  )
  const left = await bumpVersionsOfSubscribedStreams(tx, realmId, ids)
  await publish(tx, realmId, [
    ...(await explainPeers(tx, realmId, 'peer_remove', tiesIn(left), () => ids)),
    ...(await explainLeaving(tx, now, realmId, ids)),
    ...accounts.map((account) => forEverybody(userRemoved(account))),
    ...further,
  ])
  await publishQueueRemoval(tx, realmId, ids)
}

/**
 * Brings a deactivated account back with its role, subscriptions and API key; administrators
 * only, and owners only where an owner is concerned. The bots of a person stay deactivated. An
 * active account is left as it is.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * Source: docs/protocol/users.md#reactivate.
 */
export async function reactivateUser(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  requireAdministrator(requester)
  await ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    if (!user.deactivated_at) return
    await setDeactivatedAt(tx, user.realm_id, [user.id], null)
    await recordActs(tx, user.realm_id, [
      { act: 'user_reactivated', affected: { type: 'user', id: user.id } },
    ])
    if (user.is_bot) await ensureActiveOwner(tx, requester, user)
    const now = ctx.clock.now()
    await publish(
      tx,
      user.realm_id,
      await explainReturn(tx, now, { ...user, deactivated_at: null }),
    )
  })
}

/** A bot without an active owner would be answered for by nobody: it goes to who revives it. */
async function ensureActiveOwner(tx: Tx, requester: Requester, bot: UserRow): Promise<void> {
  const owner = bot.bot_owner_id && (await findUserById(tx, bot.realm_id, bot.bot_owner_id))
  if (requester.is_bot || (owner && !owner.deactivated_at)) return
  await updateUser(tx, bot.realm_id, bot.id, { bot_owner_id: requester.id })
}

async function explainReturn(tx: Tx, now: Date, user: UserRow): Promise<Publication[]> {
  const bot = await findBot(tx, user.realm_id, user.id)
  const streams = await bumpVersionsOfSubscribedStreams(tx, user.realm_id, [user.id])
  return [
    forEverybody(userAdded(bot ?? user, bot?.owner_email)),
    ...(bot ? [{ event: botAdded(presentBotRow(bot)), audience: audienceOfBot(bot) }] : []),
    ...(await explainJoining(tx, now, user.realm_id, [user.id])),
    ...(await explainPeers(tx, user.realm_id, 'peer_add', tiesIn(streams), () => [user.id])),
  ]
}

/** Each stream once, and who is subscribed to which. */
function tiesIn(rows: readonly SubscribedStreamOf[]) {
  return {
    streams: [...new Map(rows.map((row) => [row.id, row])).values()],
    ties: rows.map((row) => ({ stream_id: row.id, user_id: row.user_id })),
  }
}
