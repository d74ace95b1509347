import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../db/realms/realms'
import { BadRequestError } from '../errors'
import { linkKeyPattern } from '../invitations/links'
import { enqueueRequest, isMailOn } from '../mail/enqueue'
import { isEmailAddress } from '../names'
import { realmSettingsOf } from '../realms/settings'
import { refuseAddress } from '../users/address-rules'
import { refuseLink } from '../accounts/confirmations'
import { forField, InvitationRequiredError, NoMailError } from './refusals'
import { readTicket } from './ticket'

/** Somebody who wants to sign up, and the link that they have, if any. */
export interface SignUp {
  subdomain: string
  ip: string
  email: string
  key?: string | undefined
}

/**
 * Has a mail sent with which an address is confirmed. Whether somebody has it already is only looked up for the
 * mail: the answer is the same, and takes as long.
 *
 * @throws InvalidLinkError, InvitationRequiredError, NoMailError, RateLimitedError
 * @throws RefusedFieldError for an address that nobody may have here
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
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  const isLink = key !== undefined && linkKeyPattern.test(key)
  if (key !== undefined && !isLink) await refuseLink(ctx, ip)
  const invitation = isLink ? (await readTicket(ctx, { subdomain, ip, key })).invitation : undefined
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
