import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../data/realms/realms'
import { BadRequestError } from '../../chat/rules/errors'
import { requirePasswords } from '../../chat/actions/users/forgotten-password'
import { linkKeyPattern } from '../../chat/actions/invitations/links'
import { enqueueRequest, isMailOn } from '../../chat/notify/mail/enqueue'
import { isEmailAddress } from '../../chat/rules/names'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { refuseAddress } from '../../chat/rules/users/address-rules'
import { refuseLink } from '../../chat/rules/confirmations'
import { forField, InvitationRequiredError, NoMailError } from './refusals'
import { readJoinKey } from './join-key'

/** A request to sign up; `key` is that of an invitation link, if any. */
export interface SignUp {
  subdomain: string
  ip: string
  email: string
  key?: string | undefined
}

/**
 * Enqueues a confirmation mail. Whether the address has an account is looked up only when the mail is written, so
 * neither the answer nor its timing reveals it.
 *
 * @throws InvalidLinkError, InvitationRequiredError, NoMailError, RateLimitedError
 * @throws RefusedFieldError for an address that the organization does not allow
 * Source: docs/protocol/sign-up.md#signup-start.
 */
export async function startSignUp(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>,
  { subdomain, ip, email: written, key }: SignUp,
): Promise<void> {
  const db = ctx.db.query
  const email = written.trim()
  const realm = await findRealmByStringId(db, subdomain)
  if (!realm || realm.deactivated_at) throw new BadRequestError('Invalid subdomain')
  requirePasswords(realm.settings)
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  const isLink = key !== undefined && linkKeyPattern.test(key)
  if (key !== undefined && !isLink) await refuseLink(ctx, ip)
  const invitation = isLink
    ? (await readJoinKey(ctx, { subdomain, ip, key })).invitation
    : undefined
  if (!invitation && settings.invite_required) throw new InvitationRequiredError()
  if (!isMailOn(ctx)) throw new NoMailError()
  await forField('email', async () => {
    if (!isEmailAddress(email)) throw new BadRequestError('Invalid address.')
    await refuseAddress(db, realm.id, settings, email)
  })
  await ctx.limits.consumeMailRequest({ ip, realmId: realm.id, address: email })
  const values = invitation ? { invitation: String(invitation.id) } : {}
  const request = { realmId: realm.id, to: email, request: 'request:sign_up', values } as const
  await ctx.db.transaction((tx) => enqueueRequest(ctx, tx, request))
}
