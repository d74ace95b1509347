import type { AppContext } from '../../../context'
import { findUndeliverable, forgetBounces } from '../../../data/mail/bounces'
import { addressOf } from '../../../wire/addresses'
import { unixSeconds } from '../../../wire/time'
import type { Requester } from '../../rules/authentication'

/** The reason why mails about missed messages to a person have ended. */
export interface MailTrouble {
  email: string
  reason: string
  /** Unix time in seconds. */
  since: number
}

/**
 * The trouble with mail to the requester; null: there is none.
 * Source: docs/protocol/mail-in.md#bounces-told.
 */
export async function findMailTrouble(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<MailTrouble | null> {
  const email = addressOf(requester)
  const found = await findUndeliverable(db.query, requester.realm_id, email)
  return found && { email, reason: found.reason, since: unixSeconds(found.undeliverable_at) }
}

/** Has mails sent to the requester again, until the address refuses them again. */
export async function retryMail(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<void> {
  await forgetBounces(db.query, requester.realm_id, addressOf(requester))
}
