import type { ProfileField, User } from '../../data/records/state'

export const fieldTypes = {
  shortText: 1,
  longText: 2,
  list: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  pronouns: 8,
} as const

/** Key of a profile field in a form. */
export const formName = (field: ProfileField) => `field-${String(field.id)}`

/** A text, or the ids of users. */
export type FieldValue = string | readonly number[]

/** A user's value of a field for a form: '' for no value, a list of ids for the type “people”. */
export function valueOf(user: User | undefined, field: ProfileField): FieldValue {
  const value = user?.profile_data?.[String(field.id)]?.value ?? ''
  return field.type === fieldTypes.people ? idsOf(value) : value
}

function idsOf(value: string): readonly number[] {
  try {
    const ids: unknown = JSON.parse(value)
    return Array.isArray(ids) ? (ids as number[]) : []
  } catch {
    return []
  }
}

/** The changed values of a form, as `data` of `PATCH /users/me/profile_data`. */
export function changedValues(
  user: User | undefined,
  fields: readonly ProfileField[],
  values: Readonly<Record<string, FieldValue | number>>,
): { id: number; value: FieldValue }[] {
  return fields.flatMap((field) => {
    const value = values[formName(field)]
    if (value === undefined || typeof value === 'number') return []
    const isSame = JSON.stringify(value) === JSON.stringify(valueOf(user, field))
    return isSame ? [] : [{ id: field.id, value }]
  })
}

/** The field whose name the error message contains. Source: docs/protocol/accounts.md#profile-field-refusals. */
export function fieldOfRefusal(
  fields: readonly ProfileField[],
  { message }: Error,
): string | undefined {
  const named = fields.find(({ name }) => message.includes(name))
  const people = fields.find(({ type }) => type === fieldTypes.people)
  const found = named ?? (/user id/i.test(message) ? people : undefined)
  return found && formName(found)
}
