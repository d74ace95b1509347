import { visibly } from '../../lib/characters'
import { BadRequestError } from '../../chat/rules/errors'

const maxCharacters = 60

/** @throws BadRequestError */
export function checkPasskeyName(name: string): string {
  const trimmed = visibly(name).trim()
  if (trimmed === '' || Array.from(trimmed).length > maxCharacters) {
    throw new BadRequestError(`The name of a passkey has 1 to ${maxCharacters} characters.`)
  }
  return trimmed
}
