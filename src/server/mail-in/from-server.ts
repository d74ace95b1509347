import { finishIncomingMail } from '../data/mail/incoming'
import type { MailOutcome } from '../data/mail/incoming'
import { findRecipientOf } from '../data/mail/queue'
import type { IncomingMailRow } from '../data/schema'
import { findUserByAddress } from '../data/users/users'
import { stopMails } from '../chat/actions/users/unsubscribe'
import type { MailTarget } from '../chat/rules/mail-in/addresses'
import { noteBounce } from '../chat/jobs/mail/note-bounce'
import type { ReadMail } from './read-mail'
import { isGone, MailTakenError } from './to-stream'
import type { PostContext } from './to-stream'

/**
 * Handles the report of a mail server about a mail that this server sent: counts an address that takes no mail, and ends mails
 * about missed messages to people who call them spam.
 * Source: docs/protocol/mail-in.md#bounces.
 */
export async function takeReport(
  ctx: PostContext,
  row: IncomingMailRow,
  { news }: ReadMail,
  { realmId, mailId }: Extract<MailTarget, { kind: 'bounce' }>,
): Promise<MailOutcome> {
  const address = await findRecipientOf(ctx.db.query, realmId, mailId)
  if (!news || address === undefined) return { outcome: 'dropped', reason: 'nothing to do' }
  if (news.kind === 'complaint') {
    const user = await findUserByAddress(ctx.db.query, realmId, address)
    if (user && !isGone(user)) {
      await stopMails(ctx, user, 'missed_messages')
      await stopMails(ctx, user, 'digest')
    }
    return { outcome: 'bounce', reason: 'complaint' }
  }
  const bounce: MailOutcome = { outcome: 'bounce', reason: news.status }
  await ctx.db.transaction(async (tx) => {
    await noteBounce(ctx, tx, { realmId, address, reason: news.status })
    if (!(await finishIncomingMail(tx, row, bounce))) throw new MailTakenError()
  })
  return bounce
}
