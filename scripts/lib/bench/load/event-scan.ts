import { numberAt } from './response-parser'

const marker = Buffer.from('"content":"#')
const id = Buffer.from('"id":')
const eventsEnd = Buffer.from('],"queue_id"')

/** The content of message `sequence` of its stream, padded to a typical length. */
export function contentOf(sequence: number): string {
  return `#${sequence}# ${filling}`
}

const filling =
  'The quick brown fox jumps over the lazy dog, and the dog is lazy enough to let it: ' +
  'what is sent here is as long as a message of two or three sentences. See you at noon?'

/**
 * Finds the messages in the answer to GET /events without parsing it: the number at the start of the content,
 * and the id of the event, which follows the message.
 *
 * @returns the id of the last event of any kind; -1 when there is none
 */
export function scanEvents(
  body: Buffer,
  onMessage: (eventId: number, sequence: number) => void,
): number {
  for (let at = body.indexOf(marker); at !== -1; at = body.indexOf(marker, at)) {
    at += marker.length
    const idAt = body.indexOf(id, at)
    onMessage(numberAt(body, idAt + id.length), numberAt(body, at))
    at = idAt
  }
  const end = body.lastIndexOf(eventsEnd)
  const lastId = body.lastIndexOf(id, end)
  return lastId === -1 ? -1 : numberAt(body, lastId + id.length)
}
