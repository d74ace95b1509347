import { BadRequestError } from '../errors'

/**
 * The name of an organisation as it is stored: without outer blanks.
 * @throws BadRequestError
 */
export function checkRealmName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > 100) {
    throw new BadRequestError('The name of an organization has 1 to 100 characters.')
  }
  return trimmed
}
