import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import { countInvitationsOfDay } from '../../db/users/invitations'
import type { InvitationRow } from '../../db/schema'
import { urlOfConfirmation } from '../../wire/invitations'
import { daySeconds, issueConfirmation } from '../accounts/confirmations'
import type { Requester } from '../authentication'
import { enqueueMails, isMailOn, realmUrl } from '../mail/enqueue'
import { tellTime } from '../mail/times'
import { realmSettingsOf } from '../realms/settings'
import { InvitationFailedError } from './errors'

type Context = Pick<AppContext, 'clock' | 'config'>

/** An invitation of one person, on its way to them. */
export interface SentInvitation {
  email: string
  /** The link, for the inviter to pass on; null: a mail has it. */
  link: string | null
}

/** The organisation that somebody is invited to, and by whom. */
export type Inviter = Pick<
  Requester,
  'realm_id' | 'realm_string_id' | 'realm_settings' | 'full_name'
>

export interface SendOptions {
  /** The organisation as the inviter sees it: links in mails are made of nothing that a client wrote. */
  origin: string
  template?: 'invitation' | 'invitation_reminder'
}

/** As long as anything lasts: a link has to end at some time. */
const centurySeconds = 36_500 * daySeconds

/**
 * Sends somebody the link of their invitation, which works until the invitation ends; links that they were
 * sent before work as well. Where no mail is sent, whoever invites passes the link on.
 * Source: docs/protocol/sign-up.md#invitation-without-mail.
 */
export async function sendInvitation(
  ctx: Context,
  tx: Tx,
  now: Date,
  inviter: Inviter,
  invitation: InvitationRow,
  { origin, template = 'invitation' }: SendOptions,
): Promise<SentInvitation> {
  const { realm_id: realmId, id, expires_at: expiresAt } = invitation
  const email = invitation.email ?? ''
  const lifeSeconds = expiresAt ? (expiresAt.getTime() - now.getTime()) / 1_000 : centurySeconds
  const data = { invitation_id: id }
  const wanted = { realmId, kind: 'invitation', address: email, data, now, lifeSeconds } as const
  const { token } = await issueConfirmation(tx, wanted)
  const realm = isMailOn(ctx) ? realmUrl(ctx.config, inviter.realm_string_id) : origin
  const link = urlOfConfirmation(realm, token)
  const locale = realmSettingsOf(inviter).default_language
  const until = expiresAt ? tellTime(expiresAt, locale, '') : ''
  const values = { inviter: inviter.full_name, link, until }
  const mail = { realmId, to: email, template, values, locale }
  const isSent = await enqueueMails(ctx, tx, [{ ...mail, ...(expiresAt && { expiresAt }) }])
  return { email, link: isSent ? null : link }
}

/**
 * Counts invitations that are sent by mail.
 * @throws InvitationFailedError where that are too many for a day
 * Source: docs/protocol/sign-up.md#invite-limit.
 */
export async function countSent(
  ctx: Context,
  tx: Tx,
  now: Date,
  realmId: number,
  more: number,
): Promise<void> {
  const { invitationsPerDay: limit } = ctx.config
  if (limit === null || !isMailOn(ctx)) return
  const day = now.toISOString().slice(0, 10)
  if (await countInvitationsOfDay(tx, realmId, { day, more, limit })) return
  throw new InvitationFailedError(
    `To protect people from unwanted mail, this server limits the number of invitations you can send in one day (${limit}). No invitations were sent.`,
    { isDailyLimit: true },
  )
}
