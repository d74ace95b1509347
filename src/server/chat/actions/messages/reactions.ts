import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  countReactions,
  deleteReaction,
  findReactionName,
  insertReaction,
} from '../../../data/messages/reactions'
import type { EmojiKey, EmojiInput } from '../../../data/messages/reactions'
import { lockUser } from '../../../data/users/update-users'
import type { MessageRow } from '../../../data/schema'
import { listEmojiCodes } from '../../../text/markdown/emoji'
import { fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'
import { reactionChanged } from '../../../wire/message-events'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { accessMessage } from '../../access/messages/access-message'
import { publishToReaders } from '../../access/messages/message-visibility'
import { followOwnTopic } from '../../posting/mutes/automatic'
import { findEmoji } from '../../access/realm-emoji/find-emoji'
import type { NamedEmoji } from '../../access/realm-emoji/find-emoji'

/*
 * Refusals to add or remove a reaction. Source: docs/protocol/messages.md#reaction-errors.
 */

export class ReactionAlreadyExistsError extends fixedError({
  code: 'REACTION_ALREADY_EXISTS',
  description: 'The requester has reacted with this emoji already.',
  example: 'Reaction already exists.',
}) {}

export class ReactionDoesNotExistError extends fixedError({
  code: 'REACTION_DOES_NOT_EXIST',
  description: 'The requester has not reacted with this emoji.',
  example: "Reaction doesn't exist.",
}) {}

export class UnknownEmojiError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'There is no such emoji, or its name and code do not belong together.',
    example: "Emoji 'x' does not exist",
  }

  constructor(name: string) {
    super(`Emoji '${name}' does not exist`)
  }
}

type Context = Pick<AppContext, 'db'>

/**
 * Reacts to a message that the requester may read.
 * @throws InvalidMessageError, UnknownEmojiError, ReactionAlreadyExistsError; BadRequestError for too many
 * reactions of a user
 * Sources: docs/protocol/messages.md#reactions, docs/protocol/limits.md#reactions.
 */
export async function addReaction(
  ctx: Context,
  requester: Requester,
  messageId: number,
  wanted: NamedEmoji,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // Concurrent reactions of one user would not count each other.
    await lockUser(tx, requester.realm_id, requester.id)
    const message = await accessMessage(tx, requester, messageId)
    const reactor = { realmId: requester.realm_id, messageId, userId: requester.id }
    const added = await insertReaction(tx, reactor, await chooseEmoji(tx, message, wanted))
    if (!added) {
      // Throws if the message was deleted meanwhile.
      await accessMessage(tx, requester, messageId)
      throw new ReactionAlreadyExistsError()
    }
    if ((await countReactions(tx, reactor)) > sizeLimits.reactions) {
      throw new BadRequestError(`Too many reactions (limit: ${sizeLimits.reactions})`)
    }
    const event = reactionChanged('add', messageId, added, requester)
    await publishToReaders(tx, requester, message, event)
  })
  await followOwnTopic(ctx, requester, messageId, 'reacting')
}

/**
 * Removes a reaction of the requester, by any of its names or by its code.
 * @throws InvalidMessageError, ReactionDoesNotExistError
 * @throws BadRequestError when neither is given
 */
export async function removeReaction(
  ctx: Context,
  requester: Requester,
  messageId: number,
  wanted: EmojiInput,
): Promise<void> {
  const { emoji_name: name, emoji_code: code } = wanted
  if (name === undefined && code === undefined) {
    throw new BadRequestError("Missing 'emoji_name' or 'emoji_code' argument")
  }
  await ctx.db.transaction(async (tx) => {
    const message = await accessMessage(tx, requester, messageId)
    const { realm_id: realmId, id: userId } = requester
    const official =
      name === undefined ? undefined : await findEmoji(tx, realmId, { emoji_name: name })
    const named = name === undefined ? [] : listEmojiCodes(name)
    const reactor = { realmId, messageId, userId }
    const removed = await deleteReaction(tx, reactor, wanted, { official, named })
    if (!removed) throw new ReactionDoesNotExistError()
    const event = reactionChanged('remove', messageId, removed, requester)
    await publishToReaders(tx, requester, message, event)
  })
}

/**
 * The requested emoji. Users may join an existing reaction even if its emoji can no longer be used for new
 * ones.
 */
async function chooseEmoji(
  tx: Tx,
  { realm_id: realmId, id: messageId }: MessageRow,
  wanted: NamedEmoji,
): Promise<EmojiKey> {
  const { emoji_name: name, emoji_code: code, reaction_type: type = 'unicode_emoji' } = wanted
  const found = await findEmoji(tx, realmId, wanted)
  if (found) return found
  if (code !== undefined) {
    const key = { emoji_code: code, reaction_type: type }
    const present = await findReactionName(tx, realmId, messageId, key)
    if (present !== undefined) return { emoji_name: present, ...key }
  }
  throw new UnknownEmojiError(name)
}
