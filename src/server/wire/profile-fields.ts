import type { ProfileFieldRecord, ProfileFieldsEvent } from '../../shared/profile-fields'
import type { ProfileFieldRow } from '../data/schema'

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

/** @param fields all fields of the realm */
export function profileFieldsChanged(fields: readonly ProfileFieldRow[]): ProfileFieldsEvent {
  return { type: 'custom_profile_fields', fields: fields.map(presentProfileField) }
}
