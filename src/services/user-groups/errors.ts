import { Type } from '@sinclair/typebox'
import { ApiError, fixedError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'

export class InvalidUserGroupError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such user group.',
  example: 'Invalid user group',
}) {}

export class UserGroupPermissionError extends fixedError({
  code: 'BAD_REQUEST',
  description:
    'Only administrators, its creator and its members may change a group, and nobody one of ' +
    'the system.',
  example: 'Insufficient permission',
}) {}

export class UserGroupInUseError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    description: 'Other groups contain this one.',
    fields: {
      objections: Type.Array(
        Type.Object({ type: Type.String(), supergroup_ids: Type.Array(Type.Integer()) }),
      ),
    },
    example: 'Cannot deactivate user group in use.',
  }

  constructor(supergroupIds: readonly number[]) {
    super('Cannot deactivate user group in use.', {
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      fields: { objections: [{ type: 'subgroup', supergroup_ids: supergroupIds }] },
    })
  }
}
