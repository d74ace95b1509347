import { fixedError } from '../../wire/api-error'

export class NoSuchSnippetError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'The requester keeps no such snippet.',
  example: 'Saved snippet does not exist.',
}) {}
