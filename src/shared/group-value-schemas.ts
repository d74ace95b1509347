import { Type } from '@sinclair/typebox'
import type { GroupValue } from './rules/group-values'

/*
 * Schemas of the values of permission settings.
 * Source: docs/protocol/permissions.md#group-setting-value.
 */

const ids = () =>
  Type.Readonly(Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })))

const namelessGroupSchema = Type.Object(
  { direct_members: ids(), direct_subgroups: ids() },
  { additionalProperties: false },
)

const groupIdSchema = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A value as clients send and receive it. */
export const groupValueSchema = Type.Unsafe<GroupValue>(
  Type.Union([groupIdSchema, namelessGroupSchema], {
    description: 'Id of a group, or users and groups together',
  }),
)

/** A change of a value: the new one, and the one that the sender assumes to be current. */
export interface GroupValueUpdate {
  readonly new: GroupValue
  readonly old?: GroupValue
}

export const groupValueUpdateSchema = Type.Unsafe<GroupValueUpdate>(
  Type.Object(
    { new: groupValueSchema, old: Type.Optional(groupValueSchema) },
    { additionalProperties: false },
  ),
)
