import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import { findRealmSecret, realmSecret } from '../../../data/realms/secrets'
import { addressIn, bounceLocalPart } from '../../rules/mail-in/addresses'
import type { MailTarget } from '../../rules/mail-in/addresses'

/** The signature in the address to which mail servers report that a mail was not delivered. */
function bounceSignature(secret: string, mailId: number): string {
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
  const secret = await realmSecret(db.query, realm_id, 'bounce_addresses')
  const signature = bounceSignature(secret, id)
  return addressIn(config.mailInAddress, bounceLocalPart(realm_id, id, signature))
}

/** Whether this server made the address of a bounce. */
export async function isOwnBounce(
  db: Queryable,
  { realmId, mailId, signature }: Extract<MailTarget, { kind: 'bounce' }>,
): Promise<boolean> {
  // Strangers name organizations that do not exist.
  const secret = await findRealmSecret(db, realmId, 'bounce_addresses')
  if (secret === undefined) return false
  const expected = Buffer.from(bounceSignature(secret, mailId))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
