import { ApiError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'
import { BadRequestError } from '../errors'

/** Alike for files that do not exist and for those of others. Source: client notes 9.5. */
export class FileNotFoundError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 404,
    code: 'BAD_REQUEST',
    description: 'There is no such file, or none that the requester may read.',
    example: 'File not found',
  }

  constructor() {
    super('File not found', { status: 404, code: 'BAD_REQUEST' })
  }
}

export class InvalidAttachmentError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'The requester has uploaded no such file.',
    example: 'Invalid attachment',
  }

  constructor() {
    super('Invalid attachment')
  }
}

/** Source: protocol notes 1.3. */
export class BadImageError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_IMAGE',
    description: 'The file is no picture that the server can read.',
    example: 'Could not decode image; did you upload an image file?',
  }

  constructor() {
    super('Could not decode image; did you upload an image file?', { code: 'BAD_IMAGE' })
  }
}
