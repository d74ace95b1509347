import type { AppContext } from '../context'
import type { DatedQueryable, Tx } from '../data/engine/database'
import { findReplyAddress, findStreamAddress } from '../data/mail/addresses'
import { sendPrivatelyAs } from '../chat/posting/sending/system-messages'
import { hashToken } from '../chat/rules/credentials'
import { readAddress } from '../chat/rules/mail-in/addresses'
import type { PostContext } from './to-stream'

/** Tells the person behind the address of a mail that the mail is given up. Reports of mail servers have nobody. */
export async function sendGivenUpNotice(
  ctx: PostContext,
  tx: Tx,
  { realm_id: realmId, recipient }: { realm_id: number; recipient: string },
): Promise<void> {
  const userId = await findOwner(tx, ctx.config, recipient)
  if (userId === undefined) return
  await sendPrivatelyAs(ctx, tx, 'notification', {
    realmId,
    recipientIds: [userId],
    content: (say) => say('mailIn.givenUp'),
  })
}

async function findOwner(
  db: DatedQueryable,
  { mailInAddress }: AppContext['config'],
  recipient: string,
): Promise<number | undefined> {
  const target = mailInAddress === undefined ? undefined : readAddress(mailInAddress, recipient)
  if (target?.kind === 'stream') return (await findStreamAddress(db, target.token))?.creator_id
  if (target?.kind === 'reply')
    return (await findReplyAddress(db, hashToken(target.token)))?.user_id
  return undefined
}
