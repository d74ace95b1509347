import type { AppContext } from '../../context'
import {
  bumpVersionsOfSubscribedStreams,
  lockAccounts,
  setDeactivatedAt,
  updateUser as updateUserRow,
} from '../../db/accounts'
import { findBot } from '../../db/bots'
import type { Tx } from '../../db/database'
import type { UserRow } from '../../db/schema'
import { findUserById } from '../../db/users'
import { publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { peerChanged } from '../../wire/stream-events'
import { botAdded, userAdded } from '../../wire/user-events'
import type { Requester } from '../authentication'
import { presentBotRow } from '../bots/records'
import { audienceOfBot } from '../bots/visibility'
import { requireAdministrator } from '../permissions'
import { audienceOfStream } from '../stream-access'
import { explainJoining } from '../user-groups/accounts'
import { accessUserToChange } from './access'
import type { UserReference } from './access'

/**
 * Brings a deactivated account back with its role, subscriptions and API key; administrators
 * only, and owners only where an owner is concerned. The bots of a person stay deactivated. An
 * active account is left as it is.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * Source: protocol notes 10.
 */
export async function reactivateUser(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  requireAdministrator(requester)
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    const user = await accessUserToChange(tx, requester, reference)
    if (!user.deactivated_at) return
    await setDeactivatedAt(tx, user.realm_id, [user.id], null)
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
  await updateUserRow(tx, bot.realm_id, bot.id, { bot_owner_id: requester.id })
}

async function explainReturn(tx: Tx, now: Date, user: UserRow): Promise<Publication[]> {
  const bot = await findBot(tx, user.realm_id, user.id)
  const streams = await bumpVersionsOfSubscribedStreams(tx, user.realm_id, [user.id])
  return [
    { event: userAdded(bot ?? user, bot?.owner_email), audience: { everyone: 'all' } },
    ...(bot ? [{ event: botAdded(presentBotRow(bot)), audience: audienceOfBot(bot) }] : []),
    ...(await explainJoining(tx, now, user.realm_id, [user.id])),
    ...streams.map((stream) => ({
      event: peerChanged('peer_add', stream, user.id),
      audience: { ...audienceOfStream(stream), except: [user.id] },
    })),
  ]
}
