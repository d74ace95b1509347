import type { Queryable } from '../../data/engine/database'
import { getSystemBot } from '../../data/users/users'
import type { UserWithRealm } from '../../data/users/users'

/**
 * Accounts with which the server itself sends messages. Every realm has one of each, with the addresses that
 * clients know. Source: docs/protocol/authentication.md#system-bots.
 */
export const systemBots = {
  notification: { email: 'notification-bot@zulip.com', fullName: 'Notification Bot' },
  welcome: { email: 'welcome-bot@zulip.com', fullName: 'Welcome Bot' },
  gateway: { email: 'emailgateway@zulip.com', fullName: 'Email Gateway' },
} as const

/** The system bots whose messages notify in ways of their own. */
export const notifyingBots = {
  greeter: systemBots.welcome.email,
  gateway: systemBots.gateway.email,
} as const

export type SystemBot = keyof typeof systemBots

/** The account of a system bot in a realm. */
export async function getSpeaker(
  db: Queryable,
  realmId: number,
  bot: SystemBot,
): Promise<UserWithRealm> {
  return getSystemBot(db, realmId, systemBots[bot].email)
}
