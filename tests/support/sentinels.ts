import { maybe, shapedLike } from './checked'
import type { Person, ReceivedEvent } from './person'
import type { TestServer } from './test-server'

/** The beginning of the text of the events that show observers that all earlier ones have come. */
const sentinel = 'That is all.'

let sent = 0

/**
 * Sends people an event after all events up to now: one for all of them, or else a message of each to themselves.
 * Answers whether an event is the one that was sent.
 */
export async function sendSentinel(
  { door, realmId }: TestServer,
  people: readonly Person[],
): Promise<(event: ReceivedEvent) => boolean> {
  const text = `${sentinel} ${(sent += 1)}`
  if (door.sendMark) {
    await door.sendMark({ realmId, userIds: people.map(({ id }) => id), version: text })
    return (event) => isMark(event) && event['version'] === text
  }
  for (const person of people) await person.sendPrivately([person.id], text)
  return (event) => contentOf(event)?.includes(text) === true
}

/** Whether it is an event of the tests, which no client need apply. */
export function isMark({ type, version }: ReceivedEvent): boolean {
  return type === 'web_reload_client' && String(version).startsWith(sentinel)
}

function contentOf(event: ReceivedEvent): string | undefined {
  return shapedLike(event['message'], maybe({ content: maybe('') }))?.content
}
