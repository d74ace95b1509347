import type { AppContext } from '../../../context'
import { forgetBounces } from '../../../data/mail/bounces'
import type { UserRow } from '../../../data/schema'
import type { UserWithRealm } from '../../../data/users/users'
import { addressOf } from '../../../wire/addresses'
import { enqueueMails, isMailOn } from '../../notify/mail/enqueue'
import { formatTimeFor } from '../../notify/mail/times'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { browserName } from '../../rules/users/browser-name'
import { unsubscribeLink } from './unsubscribe'

/** The first login of an account younger than this is part of signing up, so no mail is sent. */
const newcomerMs = 60_000

/** The origin of a login. */
export interface LoginPlace {
  ip: string
  userAgent: string
}

/**
 * Mails a user about a login, with a browser or to fetch the API key, if their settings ask for it.
 * Source: docs/protocol/mail.md#login-mail.
 */
export async function mailLoginNotice(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>,
  user: UserRow & Pick<UserWithRealm, 'realm_string_id'>,
  { ip, userAgent }: LoginPlace,
): Promise<void> {
  if (!isMailOn(ctx) || user.is_bot) return
  // The person is back, and perhaps the mailbox, too.
  await forgetBounces(ctx.db.query, user.realm_id, addressOf(user))
  const settings = userSettingsOf(user)
  const { enable_login_emails: isWanted, default_language: locale } = settings
  const now = ctx.clock.now()
  if (!isWanted || now.getTime() - user.date_joined.getTime() < newcomerMs) return
  // A program that logs in every minute must not fill the mailbox.
  if (!(await ctx.limits.mayTellOfLogin(user.id))) return
  await ctx.db.transaction(async (tx) =>
    enqueueMails(ctx, tx, [
      {
        realmId: user.realm_id,
        to: addressOf(user),
        template: 'new_login',
        values: {
          name: user.full_name,
          email: addressOf(user),
          device: browserName(userAgent),
          time: formatTimeFor(settings, now),
          address: ip,
          stop: await unsubscribeLink(ctx.config, tx, user, 'login'),
        },
        locale,
      },
    ]),
  )
}
