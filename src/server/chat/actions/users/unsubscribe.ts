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

/** Kinds of mails that a link ends. */
export const unsubscribeKinds = ['missed_messages', 'digest', 'login'] as const
export type UnsubscribeKind = (typeof unsubscribeKinds)[number]

/** The settings that send mails about missed messages, turned off. */
const noMails = {
  enable_offline_email_notifications: false,
  enable_followed_topic_email_notifications: false,
  enable_stream_email_notifications: false,
} as const

/** The link with which a person ends mails of a kind. */
export async function unsubscribeLink(
  config: AppContext['config'],
  db: Queryable,
  user: Pick<UserWithRealm, 'realm_id' | 'id' | 'realm_string_id'>,
  kind: UnsubscribeKind,
): Promise<string> {
  const secret = await realmSecret(db, user.realm_id, 'unsubscribe_links')
  const path = `/accounts/unsubscribe/${kind}/`
  return `${realmUrl(config, user.realm_string_id)}${path}${user.id}.${signatureOf(kind, user.id, secret)}`
}

/**
 * Turns off the mails that a link names. For those about missed messages these are also the mails of single streams.
 * @throws InvalidLinkError for a key that this organization did not make; RateLimitedError after too many
 */
export async function unsubscribe(
  ctx: Pick<AppContext, 'config' | 'db' | 'limits' | 'log'>,
  stranger: AnonymousCaller,
  { kind, key }: { kind: UnsubscribeKind; key: string },
): Promise<void> {
  const realm = await realmOfAnonymousCaller(ctx, stranger)
  const user = await findSubscriber(ctx.db.query, realm.id, { kind, key })
  if (!user) return refuseLink(ctx, stranger.ip)
  await stopMails(ctx, user, kind)
}

/** Turns off the mails of a kind to a person. */
export async function stopMails(
  ctx: Pick<AppContext, 'config' | 'db'>,
  user: UserWithRealm,
  kind: UnsubscribeKind,
): Promise<void> {
  if (kind === 'missed_messages') return stopMissedMessageMails(ctx, user)
  const off = kind === 'digest' ? { enable_digest_emails: false } : { enable_login_emails: false }
  await turnOff(ctx, user, off)
}

async function turnOff(
  ctx: Pick<AppContext, 'config' | 'db'>,
  user: UserWithRealm,
  settings: Parameters<typeof changeUserSettings>[2],
): Promise<void> {
  const { realm_id: realmId } = user
  await ctx.db.transaction(async (tx) => {
    const domain = domainOf(ctx.config, user)
    await publish(tx, realmId, await changeUserSettings(tx, user, settings, domain))
  })
}

/** Turns off all mails about missed messages to a person, those of single streams too. */
async function stopMissedMessageMails(
  ctx: Pick<AppContext, 'config' | 'db'>,
  user: UserWithRealm,
): Promise<void> {
  await turnOff(ctx, user, noMails)
  const subscriptions = await listSubscriptionsOf(ctx.db.query, user.realm_id, user.id)
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
  { kind, key }: { kind: UnsubscribeKind; key: string },
): Promise<UserWithRealm | undefined> {
  const [, id, signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(key) ?? []
  if (id === undefined) return undefined
  const user = await findUserById(db, realmId, Number(id))
  if (!user || user.deactivated_at) return undefined
  const expected = signatureOf(kind, user.id, await realmSecret(db, realmId, 'unsubscribe_links'))
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? user : undefined
}

function signatureOf(kind: UnsubscribeKind, userId: number, secret: string): string {
  return createHmac('sha256', secret).update(`${kind} ${userId}`).digest('base64url')
}
