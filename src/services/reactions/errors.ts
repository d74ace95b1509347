import { fixedError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'
import { BadRequestError } from '../errors'

/*
 * Why a reaction cannot be added or taken back. Source: client notes 8.7; protocol notes 10.
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
