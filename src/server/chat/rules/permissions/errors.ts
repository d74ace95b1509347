import { Type } from '@sinclair/typebox'
import { ApiError, fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'

export class InvalidUserGroupError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such user group.',
  example: 'Invalid user group',
}) {}

/** Refusal of a value with a system group that this permission does not allow. */
export class GroupNotAllowedError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'This group of the system cannot be chosen for that.',
    example: "'can_create_groups' setting cannot be set to 'role:everyone' group.",
  }

  constructor(settingName: string, groupName: string) {
    super(`'${settingName}' setting cannot be set to '${groupName}' group.`, {
      code: 'BAD_REQUEST',
    })
  }
}

/** Refusal of a value other than a system group. */
export class SystemGroupRequiredError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'SYSTEM_GROUP_REQUIRED',
    description: 'Only groups of the system can be chosen for that.',
    fields: { setting_name: Type.String() },
    example: "'can_access_all_users_group' must be a system user group.",
  }

  constructor(settingName: string) {
    super(`'${settingName}' must be a system user group.`, {
      code: 'SYSTEM_GROUP_REQUIRED',
      fields: { setting_name: settingName },
    })
  }
}

/** Refusal of a change based on an outdated value. */
export class OldValueMismatchError extends fixedError({
  code: 'EXPECTATION_MISMATCH',
  description: 'Somebody else has changed this meanwhile: `old` is not the value that there is.',
  example: "'old' value does not match the expected value.",
}) {}

/** Errors of calls that take permission values. */
export const groupValueErrors = [
  InvalidUserGroupError,
  GroupNotAllowedError,
  SystemGroupRequiredError,
  OldValueMismatchError,
] as const
