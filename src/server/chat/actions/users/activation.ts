import type { AppContext } from '../../../context'
import { findBot, listBotsOf } from '../../../data/bots/bots'
import type { BotRow } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import {
  bumpVersionsOfSubscribedStreams,
  hasOtherPeople,
  setDeactivatedAt,
  updateUser,
} from '../../../data/users/update-users'
import type { SubscribedStreamOf } from '../../../data/users/update-users'
import { findUserById } from '../../../data/users/users'
import { publish, publishQueueRemoval } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { addressOf } from '../../../wire/addresses'
import { botUpdated, userActivityChanged } from '../../../wire/user-events'
import { recordActs } from '../../notify/audit-log'
import { cancelDeletion, chosenOf, performActions } from './deactivation-actions'
import type { DeactivationActions } from './deactivation-actions'
import { noMail } from './forgotten-password'
import type { Requester } from '../../rules/authentication'
import { requireBotKeeper } from '../../access/bots/access-bot'
import { mayCreateBots } from '../../access/bots/rights'
import { audienceOfBot, publishBotChange } from '../../notify/bots/visibility'
import {
  AdministratorRequiredError,
  BadRequestError,
  CannotDeactivateLastUserError,
  InsufficientPermissionError,
  NoSuchUserError,
  UncodedError,
} from '../../rules/errors'
import { enqueueMails, isMailOn } from '../../notify/mail/enqueue'
import { forgetPresence } from '../../notify/users/forget-presence'
import { revokeInvitationsOfAccounts } from '../invitations/revoke'
import { refuseBots, requireAdministrator } from '../../rules/permissions/roles'
import { isAdministrator } from '../../../../shared/rules/roles'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { peerEvents } from '../../notify/streams/peers'
import { joinedGroupsEvents, leftGroupsEvents } from '../../notify/user-groups/group-events'
import { accessUserToChange } from '../../access/users/access-user'
import { domainOf } from '../../access/users/user-visibility'
import type { UserReference } from '../../access/users/access-user'
import { findLoss } from './role'
import { botOwnerEvents, forUsersWhoCanSee } from '../../notify/users/user-events'

type Context = Pick<AppContext, 'config' | 'db' | 'clock'>

export interface DeactivationOptions {
  /** Text for a mail to the person, may be empty; absent: no mail. */
  comment?: string | undefined
  /** Deletions, of the account and of the bots that it owns. */
  actions?: DeactivationActions | undefined
}

/**
 * Deactivates an account and the bots it owns; administrators only, for an owner's account owners only.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * @throws BadRequestError for a deactivated account, or a mail on a server without mail
 * @throws UncodedError for the realm's only owner or administrator
 * Source: docs/protocol/users.md#deactivate-user.
 */
export async function deactivateUser(
  ctx: Context & Pick<AppContext, 'log' | 'presence'>,
  requester: Requester,
  reference: UserReference,
  { comment, actions = {} }: DeactivationOptions = {},
): Promise<void> {
  requireAdministrator(requester)
  if (comment !== undefined && !isMailOn(ctx)) throw noMail('nobody can be told by it.')
  const user = await ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    if (user.deactivated_at) throw new BadRequestError('User is deactivated')
    const bots = await deactivateDispensable(tx, user, actions)
    if (comment !== undefined && !user.is_bot) await mailDeactivation(ctx, tx, user, comment)
    const domain = domainOf(ctx.config, requester)
    await performActions(tx, requester, [...bots, user], { actions, domain })
    return user
  })
  // The stored presence contains the old email.
  if (actions.delete_profile) await forgetPresence(ctx, user)
}

/**
 * Deactivates an account and the bots it owns, inside a transaction. The caller has locked the accounts.
 *
 * @returns the bots that were deactivated with the account
 * @throws UncodedError for the realm's only owner or administrator
 */
export async function deactivateDispensable(
  tx: Tx,
  user: UserRow,
  actions: DeactivationActions = {},
): Promise<readonly BotRow[]> {
  const loss = await findLoss(tx, user)
  if (loss) throw new UncodedError(`Cannot deactivate the only ${loss}`)
  return deactivateWithBots(tx, user, actions)
}

/** Source: docs/protocol/mail.md#deactivation-mail. */
async function mailDeactivation(
  ctx: Context,
  tx: Tx,
  user: UserRow,
  comment: string,
): Promise<void> {
  const email = addressOf(user)
  await enqueueMails(ctx, tx, [
    {
      ...{ realmId: user.realm_id, to: email },
      template: 'account_deactivated',
      values: { name: user.full_name, email, comment: comment.trim() },
      locale: userSettingsOf(user).default_language,
    },
  ])
}

/**
 * Deactivates the requester's own account and the bots it owns.
 *
 * @throws UncodedError for bots; CannotDeactivateLastUserError for the realm's last person, owner or administrator
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
    if (!user.deactivated_at) await deactivateWithBots(tx, user, {})
  })
}

/**
 * Deactivates one bot and publishes it to everybody. The caller has locked the accounts.
 */
export async function deactivateBotAccount(tx: Tx, bot: BotRow): Promise<void> {
  await deactivateAccounts(tx, [bot], { actions: {}, further: [botGone(bot)] })
}

/** @returns the bots that were deactivated with the account */
async function deactivateWithBots(
  tx: Tx,
  user: UserRow,
  actions: DeactivationActions,
): Promise<readonly BotRow[]> {
  const bots = await listBotsOf(tx, user.realm_id, [user.id])
  const activeBots = bots.filter((bot) => !bot.deactivated_at)
  // If the account is itself a bot, its bot record changes too.
  const self = user.is_bot ? await findBot(tx, user.realm_id, user.id) : undefined
  const gone = [...(self ? [self] : []), ...activeBots]
  await deactivateAccounts(tx, [user, ...activeBots], { actions, further: gone.map(botGone) })
  return activeBots
}

function botGone(bot: BotRow): Publication {
  return { event: botUpdated(bot, { is_active: false }), audience: audienceOfBot(bot) }
}

/** Subscriptions are kept for a reactivation, but deactivated accounts do not count as subscribers. */
async function deactivateAccounts(
  tx: Tx,
  accounts: readonly [UserRow, ...UserRow[]],
  { actions, further }: { actions: DeactivationActions; further: readonly Publication[] },
): Promise<void> {
  const realmId = accounts[0].realm_id
  const ids = accounts.map((account) => account.id)
  await setDeactivatedAt(tx, realmId, ids, tx.now)
  await recordActs(
    tx,
    realmId,
    ids.map((id) => ({
      act: 'user_deactivated',
      affected: { type: 'user', id },
      after: chosenOf(actions),
    })),
  )
  const left = await bumpVersionsOfSubscribedStreams(tx, realmId, ids)
  await publish(tx, realmId, [
    ...(await peerEventsOf(tx, 'peer_remove', left, ids)),
    ...(await leftGroupsEvents(tx, realmId, ids)),
    ...accounts.map((account) => forUsersWhoCanSee(account, userActivityChanged(account, false))),
    ...(await revokeInvitationsOfAccounts(tx, realmId, ids)),
    ...further,
  ])
  await publishQueueRemoval(tx, realmId, ids)
}

/**
 * Reactivates an account with its role, subscriptions and API key. Administrators may reactivate all
 * accounts (an owner's: owners only), other users their own bots. The bots of a person stay deactivated.
 * Does nothing for an active account.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError, InsufficientPermissionError
 * Source: docs/protocol/users.md#reactivate.
 */
export async function reactivateUser(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = await accessUserToRevive(tx, requester, reference)
    if (!user.deactivated_at) return
    const bot = user.is_bot ? await findBot(tx, user.realm_id, user.id) : undefined
    await revive(tx, user, async () => {
      if (user.is_bot) await ensureActiveOwner(tx, requester, user)
    })
    if (bot) await publishBotChange(tx, bot)
  })
}

/**
 * Reactivates a deactivated account inside a transaction. The caller has locked the accounts.
 * @param amend changes of the account that are published with its return
 */
export async function revive(
  tx: Tx,
  user: UserRow,
  amend: () => Promise<void> = async () => {},
): Promise<void> {
  await setDeactivatedAt(tx, user.realm_id, [user.id], null)
  await recordActs(tx, user.realm_id, [
    { act: 'user_reactivated', affected: { type: 'user', id: user.id } },
  ])
  await cancelDeletion(tx, user.realm_id, user.id)
  await amend()
  await publish(tx, user.realm_id, await explainReturn(tx, { ...user, deactivated_at: null }))
}

/**
 * Loads an account that the requester may reactivate: administrators any account, other users their own
 * bots of a type they may create.
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError, InsufficientPermissionError
 */
async function accessUserToRevive(
  tx: Tx,
  requester: Requester,
  reference: UserReference,
): Promise<UserRow> {
  if (isAdministrator(requester)) return accessUserToChange(tx, requester, reference)
  const user = await accessUserToChange(tx, requester, reference).catch((error: unknown) => {
    // The same refusal as for foreign accounts, so that non-administrators cannot probe for accounts.
    if (error instanceof NoSuchUserError) throw new AdministratorRequiredError()
    throw error
  })
  if (!user.is_bot || user.bot_owner_id !== requester.id) throw new AdministratorRequiredError()
  requireBotKeeper(requester)
  if (!mayCreateBots(tx, requester, user.bot_type ?? 1)) throw new InsufficientPermissionError()
  return user
}

/** Gives a reactivated bot without an active owner to the requester. */
async function ensureActiveOwner(tx: Tx, requester: Requester, bot: UserRow): Promise<void> {
  const owner = bot.bot_owner_id && (await findUserById(tx, bot.realm_id, bot.bot_owner_id))
  if (requester.is_bot || (owner && !owner.deactivated_at)) return
  await updateUser(tx, bot, { bot_owner_id: requester.id })
}

async function explainReturn(tx: Tx, user: UserRow): Promise<Publication[]> {
  const bot = await findBot(tx, user.realm_id, user.id)
  const streams = await bumpVersionsOfSubscribedStreams(tx, user.realm_id, [user.id])
  const hasNewOwner = bot !== undefined && bot.bot_owner_id !== user.bot_owner_id
  return [
    forUsersWhoCanSee(user, userActivityChanged(user, true)),
    ...(hasNewOwner ? botOwnerEvents(bot, bot.owner_email) : []),
    ...(await joinedGroupsEvents(tx, user.realm_id, [user.id])),
    ...(await peerEventsOf(tx, 'peer_add', streams, [user.id])),
  ]
}

/** Events about the subscriptions of accounts; those in archived streams for clients that keep such streams. */
async function peerEventsOf(
  tx: Tx,
  op: 'peer_add' | 'peer_remove',
  rows: readonly SubscribedStreamOf[],
  except: readonly number[],
): Promise<Publication[]> {
  const [first] = rows
  if (!first) return []
  const about = (some: readonly SubscribedStreamOf[]) =>
    peerEvents(tx, first.realm_id, { op, ...tiesIn(some) }, () => except)
  const archived = await about(rows.filter((row) => row.deactivated_at))
  const condition = { capability: 'archived_channels', isDeclared: true } as const
  return [
    ...(await about(rows.filter((row) => !row.deactivated_at))),
    ...archived.map((publication) => ({ ...publication, condition })),
  ]
}

/** Splits rows into distinct streams and subscription keys. */
function tiesIn(rows: readonly SubscribedStreamOf[]) {
  return {
    streams: [...new Map(rows.map((row) => [row.id, row])).values()],
    ties: rows.map((row) => ({ stream_id: row.id, user_id: row.user_id })),
  }
}
