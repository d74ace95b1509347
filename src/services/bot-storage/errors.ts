import { fixedError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'
import { BadRequestError } from '../errors'

export class NoSuchKeyError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The bot keeps nothing under one of the keys.',
  example: 'Key does not exist.',
}) {}

export class StorageFullError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'The bot would keep more than it may.',
    example: 'Request exceeds storage limit by 12 characters. The limit is 10000000 characters.',
  }

  constructor(excess: number, limit: number) {
    super(
      `Request exceeds storage limit by ${excess} characters. The limit is ${limit} characters.`,
    )
  }
}
