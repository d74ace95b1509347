import { fixedError } from '../../../lib/api-error'

export class PeopleOnlyError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Bots get no push notifications.',
  example: 'Bots get no push notifications.',
}) {}
