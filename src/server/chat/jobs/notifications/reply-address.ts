import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { insertReplyAddress } from '../../../data/mail/addresses'
import type { UserWithRealm } from '../../../data/users/users'
import { hashToken } from '../../rules/credentials'
import { addressIn } from '../../rules/mail-in/addresses'

const dayMs = 86_400_000

/**
 * Makes the address for answers to a mail about a message; empty where no mail comes in.
 * Source: docs/protocol/mail-in.md#reply-to.
 */
export async function makeReplyAddress(
  { config }: Pick<AppContext, 'config'>,
  tx: Tx,
  user: UserWithRealm,
  messageId: number,
): Promise<string> {
  if (config.mailInAddress === undefined) return ''
  const token = `mm${randomBytes(16).toString('hex')}`
  await insertReplyAddress(tx, {
    realm_id: user.realm_id,
    token_hash: hashToken(token),
    user_id: user.id,
    message_id: messageId,
    expires_at: new Date(tx.now.getTime() + config.mailReplyDays * dayMs),
  })
  return addressIn(config.mailInAddress, token)
}
