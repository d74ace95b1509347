import { fixedError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'
import { BadRequestError } from '../errors'

export class EmojiNameTakenError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'An active emoji of the organisation has this name.',
  example: 'A custom emoji with this name already exists.',
}) {}

export class InvalidEmojiNameError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Names have 1 to 100 of the characters a-z, 0-9, `_`, `-` and `.`.',
  example: 'Invalid characters in emoji name',
}) {}

export class NoSuchEmojiError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'There is no active emoji of the organisation with this name.',
    example: "Emoji 'party' does not exist",
  }

  constructor(name: string) {
    super(`Emoji '${name}' does not exist`)
  }
}

export class NotEmojiAuthorError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Only its author and administrators may remove an emoji.',
  example: 'Must be an organization administrator or emoji author',
}) {}
