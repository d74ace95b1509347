import { getRealm } from '../../../data/realms/realms'
import type { Dated } from '../../../lib/clock'
import { findOpenInvitation } from '../../../data/users/invitations'
import { findUserByAddress } from '../../../data/users/users'
import type { InvitationRow, MailRow } from '../../../data/schema'
import { urlOfConfirmation } from '../../../wire/invitations'
import { daySeconds, issueConfirmation } from '../../rules/confirmations'
import { realmUrl } from '../../notify/mail/enqueue'
import type { Prepared, SenderContext } from '../../notify/mail/prepared'
import { formatTime } from '../../notify/mail/times'
import { realmSettingsOf } from '../../rules/realms/settings'
import { userSettingsOf } from '../../rules/settings/user-settings'

/**
 * The confirmation mail of a sign-up, with a token that is created here and stored only as a hash. If the
 * address has an account, the mail says so instead. Undefined if the invitation was revoked meanwhile.
 * Source: docs/protocol/sign-up.md#signup-confirm.
 */
export async function prepareSignUp(
  ctx: SenderContext,
  { realm_id: realmId, recipient: email, values }: MailRow,
): Promise<Prepared | undefined> {
  const db = ctx.db.dated()
  const realm = await getRealm(db, realmId)
  const user = await findUserByAddress(db, realmId, email)
  if (realm.deactivated_at || user?.is_bot) return undefined
  const link = realmUrl(ctx.config, realm.string_id)
  if (user) {
    const locale = userSettingsOf(user).default_language
    const values = { name: user.full_name, email }
    if (user.deactivated_at) return { template: 'sign_up_deactivated', values, locale }
    return { template: 'sign_up_known', values: { ...values, link }, locale }
  }
  const id = (values as { invitation?: string }).invitation
  const invitation = id ? await findOpenInvitation(db, realmId, Number(id)) : undefined
  if (id && !invitation) return undefined
  const lifeSeconds = lifeOf(db, invitation)
  const data = invitation ? { invitation_id: invitation.id } : {}
  const { token, row } = await ctx.db.transaction((tx) =>
    issueConfirmation(tx, { realmId, kind: 'sign_up', address: email, data, lifeSeconds }),
  )
  const locale = realmSettingsOf({ realm_settings: realm.settings }).default_language
  return {
    template: 'sign_up',
    values: {
      email,
      link: urlOfConfirmation(link, token),
      until: formatTime(row.expires_at, locale),
    },
    locale,
  }
}

/** Lifetime of the token in seconds: a day, but not longer than the invitation link. */
function lifeOf({ now }: Dated, invitation: InvitationRow | undefined): number {
  const end = invitation?.expires_at
  return end ? Math.min(daySeconds, (end.getTime() - now.getTime()) / 1_000) : daySeconds
}
