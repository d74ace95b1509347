import { fixedError } from '../../wire/api-error'

export class LinkifierNotFoundError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such linkifier in the organisation.',
  example: 'Linkifier not found.',
}) {}
