import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/*
 * Profile fields and their values.
 * Source: docs/protocol/accounts.md#profile-fields.
 */

/** Profile values of a person, by field id. Source: docs/protocol/accounts.md#profile-data. */
export const profileDataSchema = Type.Record(
  Type.String(),
  Type.Object({
    value: Type.String({ description: 'A JSON list of ids for people' }),
    rendered_value: Type.Optional(Type.String({ description: 'HTML, of short and long texts' })),
  }),
  { description: 'Humans only: values of their profile fields' },
)

export const profileFieldSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.Integer({ minimum: 1, maximum: 8 }),
  hint: Type.String(),
  field_data: Type.String({ description: 'JSON, of lists and of accounts elsewhere' }),
  order: Type.Integer(),
  display_in_profile_summary: Type.Optional(Type.Literal(true)),
  required: Type.Boolean(),
  editable_by_user: Type.Boolean(),
  use_for_user_matching: Type.Boolean(),
})

export type ProfileFieldRecord = Static<typeof profileFieldSchema>

export interface ProfileFieldsEvent {
  type: 'custom_profile_fields'
  fields: readonly ProfileFieldRecord[]
}
