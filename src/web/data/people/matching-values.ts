import type { ProfileField, User } from '../records/state'

/** A person's values of the profile fields by which people are found, beside their name. */
export function matchingValues(
  { profile_data: said }: User,
  fields: readonly ProfileField[],
): string[] {
  return fields.flatMap(({ id, use_for_user_matching: isMatched }) => {
    const value = isMatched ? said?.[String(id)]?.value : undefined
    return value ? [value] : []
  })
}
