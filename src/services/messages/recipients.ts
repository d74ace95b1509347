import type { Queryable } from '../../db/database'
import type { UserRow } from '../../db/schema'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { limits } from '../limits'
import { accessUsers } from '../users/access'
import type { Addressee } from './addressees'

/**
 * Those whom a private message is addressed to, each once.
 * @throws BadRequestError naming the first who cannot be written to, and for too many
 */
export async function accessRecipients(
  db: Queryable,
  sender: Requester,
  to: readonly Addressee[],
): Promise<UserRow[]> {
  if (to.length > limits.privateRecipients) {
    throw new BadRequestError(`Too many recipients (limit: ${limits.privateRecipients})`)
  }
  // Nobody has such an address; PostgreSQL takes no NUL, and an answer repeats nothing long.
  const isNobodys = (text: Addressee) =>
    typeof text === 'string' && (text.includes('\0') || text.length > limits.emailCharacters)
  if (to.some(isNobodys)) throw new BadRequestError('Invalid email')
  return accessUsers(db, sender.realm_id, to, (user, addressee) => {
    if (!user) {
      throw new BadRequestError(
        typeof addressee === 'number'
          ? `Invalid user ID ${addressee}`
          : `Invalid email '${addressee}'`,
      )
    }
    if (user.deactivated_at) throw new BadRequestError(`'${user.email}' is no longer using Zulip.`)
    return user
  })
}
