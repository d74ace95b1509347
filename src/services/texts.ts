import { BadRequestError } from './errors'
import { countCharacters } from '../runtime/characters'
import { sizeLimits } from './limits'
import { refuseUnprintable } from './names'

/**
 * How texts with U+0000 are refused.
 * Sources: docs/protocol/messages.md#send-checks, docs/protocol/streams.md#stream-names.
 */
export const nulRefusals = {
  content: () => 'Message must not contain null bytes',
  topic: () => 'Topic must not contain null bytes',
  streamName: (name: string) =>
    `Stream name '${name.replaceAll('\0', '\\u0000')}' contains NULL (0x00) characters.`,
}

/**
 * The content of a message as it is stored: blanks at its end dropped, the rest as written.
 * @throws BadRequestError when it is empty or too long: nothing a user wrote is silently cut
 * Sources: docs/protocol/messages.md#content, docs/protocol/decided-conflicts.md#content-limit.
 */
export function checkContent(content: string): string {
  const trimmed = content.trimEnd()
  if (trimmed === '') throw new BadRequestError('Message must not be empty')
  // Arguments were looked at when they came in; what the service of a bot answers was not.
  if (trimmed.includes('\0')) throw new BadRequestError(nulRefusals.content())
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
  const characters = countCharacters(trimmed)
  if (characters > sizeLimits.topicCharacters) {
    throw new BadRequestError(
      `Topic is too long: ${characters} characters (limit: ${sizeLimits.topicCharacters} characters)`,
    )
  }
  return trimmed
}

/**
 * A topic as it is written to: {@link checkTopic}, and clients can show it. @throws BadRequestError.
 * Source: docs/protocol/streams.md#unprintable-names.
 */
export function checkNewTopic(topic: string | undefined): string {
  const checked = checkTopic(topic)
  refuseUnprintable(checked, 'topic')
  return checked
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
  return description.replace(/\s*[\r\n]+\s*/g, ' ').trim()
}

/** The refusal of a name that no stream has, or none that the requester may know of. */
export function invalidStreamName(name: string): BadRequestError {
  return new BadRequestError(`Invalid stream name '${name}'`)
}
