import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { countBounce } from '../../../data/mail/bounces'
import { findUserByAddress } from '../../../data/users/users'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'
import { code } from '../../rules/messages/quoting'

/** An address that does not take mail. */
export interface Bounce {
  realmId: number
  address: string
  reason: string
}

/**
 * Counts a bounce. The third one within a week ends mails about missed messages to the address, and a private message tells
 * its owner.
 * Source: docs/protocol/mail-in.md#bounces.
 */
export async function noteBounce(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  { realmId, address, reason }: Bounce,
): Promise<void> {
  if (!(await countBounce(tx, { realmId, address, reason }))) return
  const user = await findUserByAddress(tx, realmId, address)
  if (!user || user.deactivated_at !== null) return
  await sendPrivatelyAs(ctx, tx, 'notification', {
    realmId,
    recipientIds: [user.id],
    content: (say) =>
      say('mail.undeliverable', { address: code(address), reason: code(reason.slice(0, 200)) }),
  })
}
