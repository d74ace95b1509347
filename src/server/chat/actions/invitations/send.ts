import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { countInvitationsOfDay } from '../../../data/users/invitations'
import type { InvitationRow } from '../../../data/schema'
import { urlOfConfirmation } from '../../../wire/invitations'
import { daySeconds, issueConfirmation } from '../../rules/confirmations'
import type { Requester } from '../../rules/authentication'
import { enqueueMails, isMailOn, realmUrl } from '../../notify/mail/enqueue'
import { formatTime } from '../../notify/mail/times'
import { realmSettingsOf } from '../../rules/realms/settings'
import { InvitationFailedError } from '../../rules/invitations/errors'

type Context = Pick<AppContext, 'clock' | 'config'>

/** A sent invitation of one person. */
export interface SentInvitation {
  email: string
  /** The link for the inviter to pass on; null if it was mailed. */
  link: string | null
}

/** The inviter and their organization. */
export type Inviter = Pick<
  Requester,
  'realm_id' | 'realm_string_id' | 'realm_settings' | 'full_name'
>

export interface SendOptions {
  /**
   * The organization's address as the inviter's client sees it, for links in answers only: links in mails
   * never contain client input.
   */
  origin: string
  template?: 'invitation' | 'invitation_reminder'
}

/** Lifetime for "never expires": the database needs an end. */
const centurySeconds = 36_500 * daySeconds

/**
 * Sends the link of an invitation, which works until the invitation ends. Earlier links of the invitation
 * keep working. If the server sends no mail, answers the link for the inviter to pass on.
 * Source: docs/protocol/sign-up.md#invitation-without-mail.
 */
export async function sendInvitation(
  ctx: Context,
  tx: Tx,
  inviter: Inviter,
  invitation: InvitationRow,
  { origin, template = 'invitation' }: SendOptions,
): Promise<SentInvitation> {
  const { realm_id: realmId, id, expires_at: expiresAt } = invitation
  const email = invitation.email ?? ''
  const lifeSeconds = expiresAt ? (expiresAt.getTime() - tx.now.getTime()) / 1_000 : centurySeconds
  const data = { invitation_id: id }
  const wanted = {
    realmId,
    kind: 'invitation',
    address: email,
    data,
    lifeSeconds,
  } as const
  const { token } = await issueConfirmation(tx, wanted)
  const realm = isMailOn(ctx) ? realmUrl(ctx.config, inviter.realm_string_id) : origin
  const link = urlOfConfirmation(realm, token)
  const locale = realmSettingsOf(inviter).default_language
  const until = expiresAt ? formatTime(expiresAt, locale) : ''
  const values = { inviter: inviter.full_name, link, until }
  const mail = { realmId, to: email, template, values, locale }
  const isSent = await enqueueMails(ctx, tx, [{ ...mail, ...(expiresAt && { expiresAt }) }])
  return { email, link: isSent ? null : link }
}

/**
 * Counts mailed invitations against the daily limit of the organization and the hourly one of each address.
 * @throws InvitationFailedError, RateLimitedError when a limit is exceeded
 * Sources: docs/protocol/sign-up.md#invite-limit, docs/protocol/limits.md#mails.
 */
export async function countSent(
  ctx: Context & Pick<AppContext, 'limits'>,
  tx: Tx,
  realmId: number,
  addresses: readonly string[],
): Promise<void> {
  if (!isMailOn(ctx)) return
  await ctx.limits.consumeMailsTo(realmId, addresses)
  const { invitationsPerDay: limit } = ctx.config
  if (limit === null) return
  const more = addresses.length
  const day = tx.now.toISOString().slice(0, 10)
  if (await countInvitationsOfDay(tx, realmId, { day, more, limit })) return
  throw new InvitationFailedError(
    `To protect people from unwanted mail, this server limits the number of invitations you can send in one day (${limit}). No invitations were sent.`,
    { isDailyLimit: true },
  )
}
