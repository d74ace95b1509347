import { BadRequestError } from '../../chat/rules/errors'
import { browserSlug } from './browser-method'

const maxNameCharacters = 60
const slugPattern = /^[a-z0-9][a-z0-9-]{0,39}$/

/** @throws BadRequestError */
export function checkSlug(slug: string): string {
  if (slugPattern.test(slug) && slug !== browserSlug) return slug
  throw new BadRequestError(
    'The name in addresses has lower-case letters, digits and hyphens, 40 at most.',
  )
}

/** @returns the name without space around it @throws BadRequestError */
export function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || Array.from(trimmed).length > maxNameCharacters) {
    throw new BadRequestError(`The name on the button has 1 to ${maxNameCharacters} characters.`)
  }
  return trimmed
}
