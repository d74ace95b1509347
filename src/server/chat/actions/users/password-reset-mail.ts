import type { MailRow } from '../../../data/schema'
import { getRealm } from '../../../data/realms/realms'
import { findUserByAddress } from '../../../data/users/users'
import { addressOf } from '../../../wire/addresses'
import { realmUrl } from '../../notify/mail/enqueue'
import type { Prepared, SenderContext } from '../../notify/mail/prepared'
import { formatTimeFor } from '../../notify/mail/times'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { issueConfirmation } from '../../rules/confirmations'

/** Path of the app's page that sets a password, before the token. */
export const resetPath = '/accounts/password/reset/'

/**
 * The mail for a password reset, with a token that is made now and never stored in plain text; undefined if
 * the address has no account: such addresses get no mail.
 */
export async function preparePasswordReset(
  ctx: SenderContext,
  { realm_id: realmId, recipient }: MailRow,
): Promise<Prepared | undefined> {
  const user = await findUserByAddress(ctx.db.query, realmId, recipient)
  const realm = await getRealm(ctx.db.query, realmId)
  if (!user || user.is_bot || user.is_system_bot || realm.deactivated_at) return undefined
  const settings = userSettingsOf(user)
  const locale = settings.default_language
  const person = { name: user.full_name, email: addressOf(user) }
  if (user.deactivated_at) {
    return { template: 'password_reset_deactivated', values: person, locale }
  }
  const { token, row } = await ctx.db.transaction((tx) =>
    issueConfirmation(tx, { realmId, kind: 'password_reset', userId: user.id }),
  )
  const link = `${realmUrl(ctx.config, realm.string_id)}${resetPath}${token}`
  const until = formatTimeFor(settings, row.expires_at)
  return { template: 'password_reset', values: { ...person, link, until }, locale }
}
