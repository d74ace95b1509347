import { fixedError } from '../../wire/api-error'

/** Alike for files that do not exist and for those of others. Source: client notes 9.5. */
export class FileNotFoundError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'There is no such file, or none that the requester may read.',
  example: 'File not found',
}) {}

export class InvalidAttachmentError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The requester has uploaded no such file.',
  example: 'Invalid attachment',
}) {}

/** Source: protocol notes 1.3. */
export class BadImageError extends fixedError({
  code: 'BAD_IMAGE',
  description: 'The file is no picture that the server can read.',
  example: 'Could not decode image; did you upload an image file?',
}) {}
