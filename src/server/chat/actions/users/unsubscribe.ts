import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import { realmSecret } from '../../../data/realms/secrets'
import { listSubscriptionsOf } from '../../../data/streams/subscriptions'
import { findUserById } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { publish } from '../../../events/publish'
import { domainOf } from '../../access/users/user-visibility'
import { realmUrl } from '../../notify/mail/enqueue'
import { refuseLink } from '../../rules/confirmations'
import { changeUserSettings } from '../settings/change-settings'
import { changeSubscriptionSettings } from '../streams/subscription-settings'
import { realmOfAnonymousCaller } from './forgotten-password'
import type { AnonymousCaller } from './forgotten-password'

/*
 * Links in mails that end these mails. They work without a session, any number of times, and for ever: mail programs
 * open them for their users. Source: docs/protocol/notifications.md#mail-unsubscribe.
 */

/** Path of the page, before the key. */
const path = '/accounts/unsubscribe/missed_messages/'

/** The settings that send mails about missed messages, turned off. */
const noMails = {
  enable_offline_email_notifications: false,
  enable_followed_topic_email_notifications: false,
  enable_stream_email_notifications: false,
} as const

/** The link with which a person ends mails about missed messages. */
export async function unsubscribeLink(
  config: AppContext['config'],
  db: Queryable,
  user: UserWithRealm,
): Promise<string> {
  const secret = await realmSecret(db, user.realm_id, 'unsubscribe_links')
  return `${realmUrl(config, user.realm_string_id)}${path}${user.id}.${signatureOf(user.id, secret)}`
}

/**
 * Turns off all mails about missed messages, those of single streams too.
 * @throws InvalidLinkError for a key that this organization did not make; RateLimitedError after too many
 */
export async function unsubscribe(
  ctx: Pick<AppContext, 'config' | 'db' | 'limits' | 'log'>,
  stranger: AnonymousCaller,
  key: string,
): Promise<void> {
  const realm = await realmOfAnonymousCaller(ctx, stranger)
  const user = await findSubscriber(ctx.db.query, realm.id, key)
  if (!user) return refuseLink(ctx, stranger.ip)
  await stopMissedMessageMails(ctx, user)
}

/** Turns off all mails about missed messages to a person, those of single streams too. */
export async function stopMissedMessageMails(
  ctx: Pick<AppContext, 'config' | 'db'>,
  user: UserWithRealm,
): Promise<void> {
  const { realm_id: realmId } = user
  await ctx.db.transaction(async (tx) => {
    const domain = domainOf(ctx.config, user)
    await publish(tx, realmId, await changeUserSettings(tx, user, noMails, domain))
  })
  const subscriptions = await listSubscriptionsOf(ctx.db.query, realmId, user.id)
  const mailed = subscriptions.filter((each) => each.active && each.email_notifications === true)
  const off = mailed.map(({ stream_id }) => ({
    stream_id,
    property: 'email_notifications',
    value: false,
  }))
  await changeSubscriptionSettings(ctx, user, off)
}

async function findSubscriber(
  db: Queryable,
  realmId: number,
  key: string,
): Promise<UserWithRealm | undefined> {
  const [, id, signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(key) ?? []
  if (id === undefined) return undefined
  const user = await findUserById(db, realmId, Number(id))
  if (!user || user.deactivated_at) return undefined
  const expected = signatureOf(user.id, await realmSecret(db, realmId, 'unsubscribe_links'))
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? user : undefined
}

function signatureOf(userId: number, secret: string): string {
  return createHmac('sha256', secret).update(`missed_messages ${userId}`).digest('base64url')
}
