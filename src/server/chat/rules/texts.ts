import { BadRequestError } from './errors'
import { countCharacters } from '../../../shared/rules/characters'
import { maxTopicCharacters } from '../../../shared/rules/topics'
import { meantTopic } from '../../../shared/rules/empty-topics'
import { composed, findHidden, looksEmpty, visibly } from '../../lib/characters'
import { sizeLimits } from './limits'

/**
 * Messages of refusals of texts with U+0000.
 * Sources: docs/protocol/messages.md#send-checks, docs/protocol/streams.md#stream-names.
 */
export const nulRefusals = {
  content: () => 'Message must not contain null bytes',
  topic: () => 'Topic must not contain null bytes',
  streamName: (name: string) =>
    `Stream name '${name.replaceAll('\0', '\\u0000')}' contains NULL (0x00) characters.`,
}

/**
 * Checks the content of a message and trims its end for storage.
 * @throws BadRequestError if the content is empty or too long: content is never cut silently
 * Sources: docs/protocol/messages.md#content, docs/protocol/decided-conflicts.md#content-limit.
 */
export function checkContent(content: string): string {
  const trimmed = composed(content).trimEnd()
  // The HTTP layer checks arguments for this, but not answers of bot services.
  if (trimmed.includes('\0')) throw new BadRequestError(nulRefusals.content())
  if (looksEmpty(trimmed)) throw new BadRequestError('Message must not be empty')
  const bytes = Buffer.byteLength(trimmed)
  if (bytes > sizeLimits.contentBytes) {
    throw new BadRequestError(
      `Message is too long: ${bytes} bytes (limit: ${sizeLimits.contentBytes} bytes)`,
    )
  }
  return trimmed
}

export type WidgetType = 'poll' | 'todo'

/** Type of the widget that a content starts; undefined for an ordinary message. */
export function widgetTypeOf(content: string): WidgetType | undefined {
  return /^\/(poll|todo)(?!\S)/.exec(content)?.[1] as WidgetType | undefined
}

/**
 * Checks the length of a topic and trims it for storage. @throws BadRequestError.
 * Source: docs/protocol/messages.md#topics-of-messages.
 */
export function checkTopicLength(topic: string): string {
  const trimmed = composed(topic).trim()
  const characters = countCharacters(trimmed)
  const limit = maxTopicCharacters(trimmed)
  if (characters > limit) {
    throw new BadRequestError(
      `Topic is too long: ${characters} characters (limit: ${limit} characters)`,
    )
  }
  return trimmed
}

/**
 * The topic that a client names, checked by {@link checkTopicLength}; '' for each name of the empty topic.
 * @throws BadRequestError. Source: docs/protocol/messages.md#empty-topic-names.
 */
export function checkTopic(topic: string): string {
  return meantTopic(checkTopicLength(topic))
}

/** Control characters, line breaks, lone surrogates and noncharacters, which no client can show. */
const charactersWithoutPicture = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u

/**
 * Refuses a stream name or topic that clients cannot show; for stream names also refuses invisible
 * characters.
 * @throws BadRequestError
 * Sources: docs/protocol/streams.md#unprintable-names, docs/protocol/users.md#lookalikes.
 */
export function refuseUnprintable(name: string, kind: 'stream name' | 'topic'): void {
  const index = kind === 'topic' ? name.search(charactersWithoutPicture) : findHidden(name)
  if (index < 0) return
  const position = countCharacters(name.slice(0, index)) + 1
  throw new BadRequestError(`Invalid character in ${kind}, at position ${position}!`)
}

/**
 * Like {@link checkTopic}, and refuses characters that clients cannot show. A topic of invisible characters alone is
 * the empty one, and so is a missing topic.
 * @throws BadRequestError.
 * Sources: docs/protocol/streams.md#unprintable-names, docs/protocol/messages.md#topic-invisible.
 */
export function checkNewTopic(topic = ''): string {
  const checked = checkTopic(topic)
  refuseUnprintable(checked, 'topic')
  return looksEmpty(checked) ? '' : checked
}

/**
 * Checks a stream's name and trims it for storage.
 * @throws BadRequestError. Source: docs/protocol/streams.md#stream-names.
 */
export function checkStreamName(name: string): string {
  const trimmed = visibly(composed(name))
  if (trimmed === '') throw invalidStreamName(trimmed)
  if (countCharacters(trimmed) > sizeLimits.streamNameCharacters) {
    throw new BadRequestError(
      `Stream name too long (limit: ${sizeLimits.streamNameCharacters} characters).`,
    )
  }
  return trimmed
}

/**
 * Checks a stream's description and puts it on one line for storage.
 * @param where name of the argument for the error message
 */
export function checkDescription(description: string, where: string): string {
  if (countCharacters(description) > sizeLimits.streamDescriptionCharacters) {
    throw new BadRequestError(
      `${where} is too long (limit: ${sizeLimits.streamDescriptionCharacters} characters)`,
    )
  }
  return description.replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? ' ' : blanks)).trim()
}

/** The refusal of an invalid or unknown stream name, or one hidden from the requester. */
export function invalidStreamName(name: string): BadRequestError {
  return new BadRequestError(`Invalid stream name '${name}'`)
}
