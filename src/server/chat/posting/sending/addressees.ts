import { BadRequestError, StreamDoesNotExistError } from '../../rules/errors'
import type { AppContext } from '../../../context'
import type { DatedQueryable, Queryable, Tx } from '../../../data/engine/database'
import type { Dated } from '../../../lib/clock'
import type { UserRow } from '../../../data/schema'
import type { Requester } from '../../rules/authentication'
import { parseComposed } from '../../../lib/characters'
import { sizeLimits } from '../../rules/limits'
import { accessUsers } from '../../access/users/access-user'
import { findSendTarget, holdOffJoinsOf } from '../../../data/streams/send-targets'
import type { SendTarget } from '../../../data/streams/send-targets'
import type { ApiError } from '../../../lib/api-error'
import { isInGroup } from '../../rules/permissions/membership'
import type { GroupMember } from '../../rules/permissions/membership'
import { postPolicyOf, streamPermissionOf } from '../../../wire/stream-permissions'
import { mayEnterStream, mayKnowStream } from '../../access/streams/access-stream'
import { postPolicies } from '../../../../shared/rules/post-policies'
import { streamWritingRefusal } from '../../../../shared/rules/stream-rights'
import { findUserById } from '../../../data/users/users'

/** A user or stream that a message is addressed to: a name as written, or an id. */
export type Addressee = string | number

/** Values of the `type` argument, and their meaning. Source: docs/protocol/messages.md#send-arguments. */
export const messageTypes: Readonly<Record<string, 'stream' | 'private' | undefined>> = {
  stream: 'stream',
  channel: 'stream',
  private: 'private',
  direct: 'private',
}

/**
 * The parsed `to` argument, for streams or users alike. A JSON integer, bare or in a list, is an id; other
 * values are names or emails.
 *
 * `text` is set if `to` was one plain or quoted string: a stream's name, or several emails joined by commas.
 * `parseTo` answers undefined for other JSON.
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
    value = parseComposed(raw)
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
 * Matches texts that may be JSON. Most are plain names, and a failed `JSON.parse` costs more than the rest of
 * the parsing.
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

/** The stream of a `to` argument with exactly one stream. @throws BadRequestError */
export function singleStreamOf(to: ParsedTo): Addressee {
  if (to.text !== undefined && to.text !== '') return to.text
  const [first, second] = to.list
  if (first === undefined) throw new BadRequestError('Missing stream')
  if (second !== undefined) throw new BadRequestError('Cannot send to multiple streams')
  return first
}

/**
 * Does something with the stream of a `to` argument: a number is an id, or else the name of a stream, such as 2026.
 * @throws StreamDoesNotExistError for the id, if neither exists
 * Source: docs/protocol/messages.md#decimal-to-is-an-id.
 */
export async function byIdOrName<T>(
  to: Addressee,
  act: (stream: Addressee) => Promise<T>,
): Promise<T> {
  try {
    return await act(to)
  } catch (error) {
    if (typeof to !== 'number' || !(error instanceof StreamDoesNotExistError)) throw error
    return act(String(to)).catch((second: unknown) => {
      throw second instanceof StreamDoesNotExistError ? error : second
    })
  }
}

/**
 * The users that a private message is addressed to, without duplicates.
 * @throws BadRequestError for the first user who cannot be written to, and for too many users
 */
export async function accessRecipients(
  db: Queryable,
  sender: Requester,
  to: readonly Addressee[],
): Promise<UserRow[]> {
  if (to.length > sizeLimits.privateRecipients) {
    throw new BadRequestError(`Too many recipients (limit: ${sizeLimits.privateRecipients})`)
  }
  // No account has so long an address, and the error must not repeat long input.
  const isNobodys = (text: Addressee) =>
    typeof text === 'string' && text.length > sizeLimits.emailCharacters
  if (to.some(isNobodys)) throw new BadRequestError('Invalid email')
  return accessUsers(db, sender, to, (user, addressee) => {
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
 * A stream that a user may write to, read from the database.
 * @throws StreamDoesNotExistError, BadRequestError
 */
export async function accessStreamToSend(
  db: DatedQueryable,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  return checkFreshTarget(db, sender, to, await findSendTarget(db, sender, to))
}

/**
 * {@link accessStreamToSend} for a message of this transaction, until whose end nobody joins or leaves the stream.
 * @throws StreamDoesNotExistError, BadRequestError
 */
export async function accessHeldStreamToSend(
  tx: Tx,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  const id = await holdOffJoinsOf(tx, sender.realm_id, to)
  const stream = id === undefined ? undefined : await findSendTarget(tx, sender, id)
  return checkFreshTarget(tx, sender, to, stream)
}

async function checkFreshTarget(
  db: DatedQueryable,
  sender: Requester,
  to: Addressee,
  stream: SendTarget | undefined,
): Promise<SendTarget> {
  const owner = needsOwner(db, sender, stream) ? await loadOwner(db, sender) : undefined
  return checkSendTarget(db, sender, to, { stream, owner })
}

/**
 * A stream that the sender may write to, possibly from the cache. Refusals are based on fresh data, and
 * storing the message verifies the cached state.
 */
export async function accessKnownStreamToSend(
  { caches: { senders, sendTargets } }: Pick<AppContext, 'caches'>,
  at: Dated,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  const known = sendTargets.find(sender, to)
  if (known && refusalOf(at, sender, known) === undefined) return known
  const readOwner = async () => {
    const { realm_id: realmId, bot_owner_id: ownerId } = sender
    if (ownerId === null) return undefined
    return (await senders.read(realmId, [ownerId])).get(ownerId)
  }
  if (known && needsOwner(at, sender, known)) {
    const owner = await readOwner()
    if (refusalOf(at, sender, known, owner) === undefined) return known
  }
  const stream = await sendTargets.read(sender, to)
  const owner = needsOwner(at, sender, stream) ? await readOwner() : undefined
  return checkSendTarget(at, sender, to, { stream, owner })
}

/** Whether a bot's right to write to a stream may depend on its owner. */
function needsOwner(at: Dated, sender: Requester, stream: SendTarget | undefined): boolean {
  return stream !== undefined && sender.is_bot && refusalOf(at, sender, stream) !== undefined
}

/** The owner of a bot, with the owner's groups; undefined if deactivated. */
export async function loadOwner(db: Queryable, sender: Requester): Promise<Owner | undefined> {
  const { realm_id: realmId, bot_owner_id: id } = sender
  const owner = id === null ? undefined : await findUserById(db, realmId, id)
  return owner?.deactivated_at ? undefined : owner
}

function checkSendTarget(
  at: Dated,
  sender: Requester,
  to: Addressee,
  { stream, owner }: { stream: SendTarget | undefined; owner: Owner | undefined },
): SendTarget {
  const refusal = stream && refusalOf(at, sender, stream, owner)
  if (!stream || refusal === 'unknown') throw new StreamDoesNotExistError(to)
  if (refusal) throw refusal
  return stream
}

/** The owner of a sending bot. */
type Owner = GroupMember & Pick<UserRow, 'realm_id' | 'role'>

/**
 * The refusal of a sender who may not write to a stream; `unknown` if they may not know it, undefined if they may write. Public streams are open to
 * members; private ones to subscribers, bots with a subscribed owner, and users who may subscribe themselves.
 * In addition the stream's permission must include the sender, or the owner of a sending bot.
 * Source: docs/protocol/permissions.md#channel-can-send-message-group.
 */
function refusalOf(
  at: Dated,
  sender: Requester,
  stream: SendTarget,
  owner?: Owner,
): ApiError | 'unknown' | undefined {
  const belongs = stream.sender_subscribed || (sender.is_bot && stream.owner_subscribed)
  const isOpen = mayEnterStream(at, sender, stream)
  if (!(belongs || isOpen || mayKnowStream(at, sender, stream, false))) return 'unknown'
  const writers = streamPermissionOf(stream, 'can_send_message_group')
  const isWriter =
    sender.is_system_bot ||
    isInGroup(at, sender, writers) ||
    (owner !== undefined && isInGroup(at, owner, writers))
  const refusal = streamWritingRefusal({ isWriter, isSubscribed: belongs, mayEnter: isOpen })
  if (refusal === 'notWriter') {
    return new BadRequestError(
      postPolicyOf(writers) === postPolicies.administrators
        ? 'Only organization administrators can send to this stream.'
        : 'You do not have permission to post in this channel.',
    )
  }
  if (refusal === 'notSubscribed') {
    return new BadRequestError(`Not authorized to send to stream '${stream.name}'`)
  }
  return undefined
}
