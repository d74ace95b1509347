import { BadRequestError } from '../errors'
import { countCharacters, limits } from '../limits'

/**
 * A stream's name as it is stored: outer blanks dropped, the rest as written.
 * @throws BadRequestError. Source: protocol notes 3.2.
 */
export function checkStreamName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalidStreamName(trimmed)
  if (countCharacters(trimmed) > limits.streamNameCharacters) {
    throw new BadRequestError(
      `Stream name too long (limit: ${limits.streamNameCharacters} characters).`,
    )
  }
  if (trimmed.includes('\0')) {
    const shown = trimmed.replaceAll('\0', '\\u0000')
    throw new BadRequestError(`Stream name '${shown}' contains NULL (0x00) characters.`)
  }
  return trimmed
}

/**
 * A stream's description as it is stored: on one line.
 * @param where names the argument in the refusal
 */
export function checkDescription(description: string, where: string): string {
  if (countCharacters(description) > limits.streamDescriptionCharacters) {
    throw new BadRequestError(
      `${where} is too long (limit: ${limits.streamDescriptionCharacters} characters)`,
    )
  }
  if (description.includes('\0')) {
    throw new BadRequestError(`${where} contains NULL (0x00) characters.`)
  }
  return description.replace(/\s*[\r\n]+\s*/g, ' ').trim()
}

/** The refusal of a name that no stream has, or none that the requester may know of. */
export function invalidStreamName(name: string): BadRequestError {
  return new BadRequestError(`Invalid stream name '${name}'`)
}
