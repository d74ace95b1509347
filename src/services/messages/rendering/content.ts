import { BadRequestError } from '../../errors'
import { countCharacters, limits } from '../../limits'

/**
 * The content of a message as it is stored: blanks at its end dropped, the rest as written.
 * @throws BadRequestError when it is empty or too long: nothing a user wrote is silently cut
 * Source: API document, "Limits"; protocol notes 0 #8, 3.1.
 */
export function checkContent(content: string): string {
  const trimmed = content.trimEnd()
  if (trimmed === '') throw new BadRequestError('Message must not be empty')
  if (trimmed.includes('\0')) throw new BadRequestError('Message must not contain null bytes')
  const bytes = Buffer.byteLength(trimmed)
  if (bytes > limits.contentBytes) {
    throw new BadRequestError(
      `Message is too long: ${bytes} bytes (limit: ${limits.contentBytes} bytes)`,
    )
  }
  return trimmed
}

/** @throws BadRequestError. Source: protocol notes 3.1. */
export function checkTopic(topic: string | undefined): string {
  if (topic === undefined) throw new BadRequestError('Missing topic')
  const trimmed = topic.trim()
  if (trimmed === '') throw new BadRequestError("Topic can't be empty")
  if (trimmed.includes('\0')) throw new BadRequestError('Topic must not contain null bytes')
  const characters = countCharacters(trimmed)
  if (characters > limits.topicCharacters) {
    throw new BadRequestError(
      `Topic is too long: ${characters} characters (limit: ${limits.topicCharacters} characters)`,
    )
  }
  return trimmed
}
