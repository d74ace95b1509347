import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../../../data/engine/database'
import { realmSecret } from '../../../data/realms/secrets'
import type { MailTarget } from '../../rules/mail-in/addresses'

/** The signature in the address to which mail servers report that a mail was not delivered. */
async function bounceSignature(db: Queryable, realmId: number, mailId: number): Promise<string> {
  const secret = await realmSecret(db, realmId, 'bounce_addresses')
  return createHmac('sha256', secret).update(`bounce ${mailId}`).digest('hex').slice(0, 20)
}

/** Whether this server made the address of a bounce. */
export async function isOwnBounce(
  db: Queryable,
  { realmId, mailId, signature }: Extract<MailTarget, { kind: 'bounce' }>,
): Promise<boolean> {
  const expected = Buffer.from(await bounceSignature(db, realmId, mailId))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
