import { BadRequestError } from './errors'
import { countCharacters } from '../runtime/characters'
import { sizeLimits } from './limits'

/**
 * The content of a message as it is stored: blanks at its end dropped, the rest as written.
 * @throws BadRequestError when it is empty or too long: nothing a user wrote is silently cut
 * Sources: docs/protocol/messages.md#content, docs/protocol/decided-conflicts.md#content-limit.
 */
export function checkContent(content: string): string {
  const trimmed = content.trimEnd()
  if (trimmed === '') throw new BadRequestError('Message must not be empty')
  if (trimmed.includes('\0')) throw new BadRequestError('Message must not contain null bytes')
  const bytes = Buffer.byteLength(trimmed)
  if (bytes > sizeLimits.contentBytes) {
    throw new BadRequestError(
      `Message is too long: ${bytes} bytes (limit: ${sizeLimits.contentBytes} bytes)`,
    )
  }
  return trimmed
}

/**
 * A topic as it is stored: outer blanks dropped. @throws BadRequestError.
 * Source: docs/protocol/messages.md#topics-of-messages.
 */
export function checkTopic(topic: string | undefined): string {
  if (topic === undefined) throw new BadRequestError('Missing topic')
  const trimmed = topic.trim()
  if (trimmed === '') throw new BadRequestError("Topic can't be empty")
  if (trimmed.includes('\0')) throw new BadRequestError('Topic must not contain null bytes')
  const characters = countCharacters(trimmed)
  if (characters > sizeLimits.topicCharacters) {
    throw new BadRequestError(
      `Topic is too long: ${characters} characters (limit: ${sizeLimits.topicCharacters} characters)`,
    )
  }
  return trimmed
}

/**
 * A stream's name as it is stored: outer blanks dropped, the rest as written.
 * @throws BadRequestError. Source: docs/protocol/streams.md#stream-names.
 */
export function checkStreamName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalidStreamName(trimmed)
  if (countCharacters(trimmed) > sizeLimits.streamNameCharacters) {
    throw new BadRequestError(
      `Stream name too long (limit: ${sizeLimits.streamNameCharacters} characters).`,
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
  if (countCharacters(description) > sizeLimits.streamDescriptionCharacters) {
    throw new BadRequestError(
      `${where} is too long (limit: ${sizeLimits.streamDescriptionCharacters} characters)`,
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
