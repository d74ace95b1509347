import { BadRequestError, StreamDoesNotExistError } from '../../errors'
import type { AppContext } from '../../../context'
import type { Queryable } from '../../../db/engine/database'
import type { UserRow } from '../../../db/schema'
import type { Requester } from '../../authentication'
import { sizeLimits } from '../../limits'
import { accessUsers } from '../../users/access'
import { findSendTarget } from '../../../db/streams/streams'
import type { SendTarget } from '../../../db/streams/streams'
import type { ApiError } from '../../../wire/api-error'
import { isAdministrator, isGuest } from '../../permissions'

/** A user or stream that a message is addressed to: a name as written, or an id. */
export type Addressee = string | number

/**
 * Words that `type` may be, and what they mean. Source: docs/protocol/messages.md#send-arguments.
 */
export const messageTypes: Readonly<Record<string, 'stream' | 'private' | undefined>> = {
  stream: 'stream',
  channel: 'stream',
  private: 'private',
  direct: 'private',
}

/**
 * The names in a `to` argument, before it is known whether it names streams or users. A JSON
 * integer, bare or in a list, is an id; everything else is a name or an email.
 *
 * `text` is set where `to` was one plain or quoted text: a stream's name, or several emails
 * joined by commas. Answers undefined for JSON that can be neither.
 * Sources: docs/protocol/decided-conflicts.md#to-integer, docs/protocol/messages.md#addressees.
 */
export interface ParsedTo {
  text?: string
  list: readonly Addressee[]
}

export function parseTo(raw: string): ParsedTo | undefined {
  if (!mayBeJson.test(raw)) return plainText(raw)
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch {
    return plainText(raw)
  }
  if (typeof value === 'string') return plainText(value)
  if (isId(value)) return { list: [value] }
  if (!Array.isArray(value)) return undefined

  const list: Addressee[] = []
  for (const element of value as unknown[]) {
    if (isId(element)) list.push(element)
    else if (typeof element === 'string') {
      if (element.trim() !== '') list.push(element.trim())
    } else return undefined
  }
  return { list: [...new Set(list)] }
}

/**
 * Texts that may be JSON. Most are names, on which a parser's failure would cost more than the
 * rest.
 */
const mayBeJson = /^[ \t\n\r]*(?:["[{\d-]|true|false|null)/

function plainText(text: string): ParsedTo {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return { text: text.trim(), list: [...new Set(parts)] }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** The one stream that a `to` argument names. @throws BadRequestError */
export function singleStreamOf(to: ParsedTo): Addressee {
  if (to.text !== undefined && to.text !== '') return to.text
  const [first, second] = to.list
  if (first === undefined) throw new BadRequestError('Missing stream')
  if (second !== undefined) throw new BadRequestError('Cannot send to multiple streams')
  return first
}

/**
 * Users whom a private message is addressed to, each once.
 * @throws BadRequestError naming the first who cannot be written to, and for too many
 */
export async function accessRecipients(
  db: Queryable,
  sender: Requester,
  to: readonly Addressee[],
): Promise<UserRow[]> {
  if (to.length > sizeLimits.privateRecipients) {
    throw new BadRequestError(`Too many recipients (limit: ${sizeLimits.privateRecipients})`)
  }
  // Nobody has such an address, and an answer repeats nothing long.
  const isNobodys = (text: Addressee) =>
    typeof text === 'string' && text.length > sizeLimits.emailCharacters
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

/**
 * A stream that a user may write to, as it is now.
 * @throws StreamDoesNotExistError, BadRequestError
 */
export async function accessStreamToSend(
  db: Queryable,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  return checkSendTarget(sender, to, await findSendTarget(db, sender, to))
}

/**
 * A stream that the sender may write to, possibly as it was a while ago: refusals are only for
 * what it is now, and storing the message compares.
 */
export async function accessKnownStreamToSend(
  { memory: { sendTargets } }: Pick<AppContext, 'memory'>,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  const known = sendTargets.find(sender, to)
  if (known && refusalOf(sender, to, known) === undefined) return known
  return checkSendTarget(sender, to, await sendTargets.read(sender, to))
}

function checkSendTarget(
  sender: Requester,
  to: Addressee,
  stream: SendTarget | undefined,
): SendTarget {
  if (!stream) throw new StreamDoesNotExistError(to)
  const refusal = refusalOf(sender, to, stream)
  if (refusal) throw refusal
  return stream
}

/**
 * The refusal of a sender who may not write to a stream: public ones are open to all members,
 * private ones to subscribers and to bots whose owner is subscribed, announcement-only ones to
 * administrators.
 */
function refusalOf(sender: Requester, to: Addressee, stream: SendTarget): ApiError | undefined {
  const belongs = stream.sender_subscribed || (sender.is_bot && stream.owner_subscribed)
  const isOpen = !stream.invite_only && !isGuest(sender)
  if (!(belongs || isOpen || isAdministrator(sender))) return new StreamDoesNotExistError(to)
  if (stream.is_announcement_only && !isAdministrator(sender) && !sender.is_system_bot) {
    return new BadRequestError('Only organization administrators can send to this stream.')
  }
  if (!belongs && !isOpen) {
    return new BadRequestError(`Not authorized to send to stream '${stream.name}'`)
  }
  return undefined
}
