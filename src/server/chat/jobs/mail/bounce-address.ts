import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import { realmSecret } from '../../../data/realms/secrets'
import { addressIn, bounceLocalPart } from '../../rules/mail-in/addresses'
import type { MailTarget } from '../../rules/mail-in/addresses'

/** The signature in the address to which mail servers report that a mail was not delivered. */
async function bounceSignature(db: Queryable, realmId: number, mailId: number): Promise<string> {
  const secret = await realmSecret(db, realmId, 'bounce_addresses')
  return createHmac('sha256', secret).update(`bounce ${mailId}`).digest('hex').slice(0, 20)
}

/**
 * The address to which mail servers report that a mail was not delivered; undefined where none comes in.
 * Source: docs/protocol/mail-in.md#bounces.
 */
export async function bounceAddress(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { realm_id, id }: { realm_id: number; id: number },
): Promise<string | undefined> {
  if (config.mailInAddress === undefined || !config.mailBounces) return undefined
  const signature = await bounceSignature(db.query, realm_id, id)
  return addressIn(config.mailInAddress, bounceLocalPart(realm_id, id, signature))
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
