import { BadRequestError } from '../errors'
import { countCharacters, limits } from '../limits'

/** What would end a mention of the group, and what no client could show. */
const forbiddenCharacters = /[*`>"\p{Cc}\p{Cs}\u2028\u2029]/u
/** These are how clients write mentions, and the groups of the system. */
const forbiddenPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:']

/** A name as it is stored: without outer blanks. @throws BadRequestError */
export function checkUserGroupName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw new BadRequestError("User group name can't be empty!")
  if (countCharacters(trimmed) > limits.userGroupNameCharacters) {
    throw new BadRequestError(
      `User group name cannot exceed ${limits.userGroupNameCharacters} characters.`,
    )
  }
  const prefix = forbiddenPrefixes.find((start) => trimmed.toLowerCase().startsWith(start))
  if (prefix !== undefined) {
    throw new BadRequestError(`User group name cannot start with '${prefix}'.`)
  }
  if (forbiddenCharacters.test(trimmed)) {
    throw new BadRequestError('Invalid characters in user group name!')
  }
  return trimmed
}

/** @throws BadRequestError */
export function checkUserGroupDescription(description: string): string {
  if (description.includes('\0')) {
    throw new BadRequestError('User group description must not contain null bytes')
  }
  if (countCharacters(description) > limits.userGroupDescriptionCharacters) {
    throw new BadRequestError(
      `User group description is too long (limit: ${limits.userGroupDescriptionCharacters})`,
    )
  }
  return description.trim()
}

export function nameTaken(name: string): BadRequestError {
  return new BadRequestError(`User group '${name}' already exists.`)
}
