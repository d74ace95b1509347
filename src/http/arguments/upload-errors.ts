import { ApiError, fixedError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'

/*
 * What is wrong with a form that should bring one file. Source: protocol notes 7.1; client notes 9.5.
 */

export class NoFileError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The form has no file.',
  example: 'You must specify a file to upload',
}) {}

export class SeveralFilesError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The form has more than one file.',
  example: 'You may only upload one file at a time',
}) {}

export class FileTooLargeError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 413,
    code: 'BAD_REQUEST',
    description: 'The file is larger than the server takes.',
    example: 'Uploaded file is larger than the allowed limit of 25 MiB',
  }

  constructor(maxMib: number) {
    super(`Uploaded file is larger than the allowed limit of ${maxMib} MiB`, {
      status: 413,
      code: 'BAD_REQUEST',
    })
  }
}
