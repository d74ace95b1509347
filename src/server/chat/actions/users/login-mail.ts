import type { AppContext } from '../../../context'
import { forgetBounces } from '../../../data/mail/bounces'
import type { UserRow } from '../../../data/schema'
import type { UserWithRealm } from '../../../data/users/users'
import { addressOf } from '../../../wire/addresses'
import { enqueueMails, isMailOn } from '../../notify/mail/enqueue'
import type { TemplateValues } from '../../notify/mail/templates'
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

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>
type Notified = UserRow & Pick<UserWithRealm, 'realm_string_id'>

/**
 * Mails a user about a login, with a browser or to fetch the API key, if their settings ask for it.
 * Source: docs/protocol/mail.md#login-mail.
 */
export async function mailLoginNotice(
  ctx: Context,
  user: Notified,
  place: LoginPlace,
): Promise<void> {
  if (!isMailOn(ctx) || user.is_bot) return
  // The person is back, and perhaps the mailbox, too.
  await forgetBounces(ctx.db.query, user.realm_id, addressOf(user))
  if (ctx.clock.now().getTime() - user.date_joined.getTime() < newcomerMs) return
  await mailNotice(ctx, user, (common) => ({
    ...{ template: 'new_login', values: { ...common, ...factsOf(place) } },
  }))
}

/**
 * Mails a user about a new named key, if their settings ask for mails about logins.
 * Source: docs/protocol/api-keys.md#mail.
 */
export async function mailKeyNotice(
  ctx: Context,
  user: Notified,
  { keyName, ...place }: LoginPlace & { keyName: string },
): Promise<void> {
  if (!isMailOn(ctx) || user.is_bot) return
  await mailNotice(ctx, user, (common) => ({
    ...{ template: 'new_api_key', values: { ...common, ...factsOf(place), key: keyName } },
  }))
}

const factsOf = ({ ip, userAgent }: LoginPlace) => ({
  ...{ device: browserName(userAgent), address: ip },
})

/** Values that all notices have. */
interface CommonValues {
  name: string
  email: string
  time: string
  stop: string
}

type Notice =
  | { template: 'new_login'; values: TemplateValues<'new_login'> }
  | { template: 'new_api_key'; values: TemplateValues<'new_api_key'> }

async function mailNotice(
  ctx: Context,
  user: Notified,
  write: (common: CommonValues) => Notice,
): Promise<void> {
  const settings = userSettingsOf(user)
  const { enable_login_emails: isWanted, default_language: locale } = settings
  // A program that logs in every minute must not fill the mailbox.
  if (!isWanted || !(await ctx.limits.mayTellOfLogin(user.id))) return
  await ctx.db.transaction(async (tx) => {
    const notice = write({
      name: user.full_name,
      email: addressOf(user),
      time: formatTimeFor(settings, ctx.clock.now()),
      stop: await unsubscribeLink(ctx.config, tx, user, 'login'),
    })
    const to = { realmId: user.realm_id, to: addressOf(user), locale }
    await enqueueMails(ctx, tx, [{ ...to, ...notice }])
  })
}
