import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ProfileFieldRow } from '../server/data/schema'

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

export function presentProfileField(field: ProfileFieldRow): ProfileFieldRecord {
  return {
    id: field.id,
    name: field.name,
    type: field.field_type,
    hint: field.hint,
    field_data: field.field_data,
    order: field.position,
    ...(field.display_in_profile_summary ? { display_in_profile_summary: true as const } : {}),
    required: field.required,
    editable_by_user: field.editable_by_user,
    use_for_user_matching: field.use_for_user_matching,
  }
}

export interface ProfileFieldsEvent {
  type: 'custom_profile_fields'
  fields: readonly ProfileFieldRecord[]
}

/** @param fields all fields of the realm */
export function profileFieldsChanged(fields: readonly ProfileFieldRow[]): ProfileFieldsEvent {
  return { type: 'custom_profile_fields', fields: fields.map(presentProfileField) }
}
