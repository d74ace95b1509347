import { elementAt, maybe, shapedLike } from '../support/checked'
import type { Person } from '../support/person'
import type { Organization } from './organization'

export type Place = { stream: string | number; topic: string } | 'private'

const texts = [
  'Yes.',
  'I will look at it after lunch, when the rain has stopped and the others are back from the market.',
  'First line\nsecond line\nthird line',
  '* one\n* two\n* three\n\nAnd a paragraph after the list, which is long enough to need a second line on a phone.',
  '```\nsome code\nin two lines\n```',
] as const

/** The messages of other people. */
export class Correspondence {
  private readonly authors = new Map<number, Person>()
  private sent = 0

  constructor(private readonly org: Organization) {}

  /** Who wrote a message during the walk. */
  authorOf(id: number): Person | undefined {
    return this.authors.get(id)
  }

  forget(id: number): void {
    this.authors.delete(id)
  }

  /** The conversation of an address of the app. */
  placeOf(hash: string): Place | undefined {
    const [, streamId] = /\/(?:channel|stream)\/(\d+)/.exec(hash) ?? []
    const [, topic] = /\/topic\/([^/]*)/.exec(hash) ?? []
    if (streamId !== undefined && topic !== undefined) {
      return {
        stream: Number(streamId),
        topic: decodeURIComponent(topic.replaceAll(/\.(?=[0-9A-F]{2})/g, '%')),
      }
    }
    return /\/(?:dm|pm-with)\//.test(hash) ? 'private' : undefined
  }

  nameOf(place: Place): string {
    return place === 'private' ? 'a private conversation' : `"${place.topic}"`
  }

  /** @returns the id of the message */
  async send(place: Place, pick: number): Promise<number> {
    const { others, reader } = this.org
    const author = elementAt(others, pick % others.length)
    const content = `Note ${(this.sent += 1)}\n\n${texts[(pick >> 2) % texts.length]}`
    const args =
      place === 'private'
        ? ({ type: 'private', to: [reader.id], content } as const)
        : ({ type: 'stream', to: place.stream, topic: place.topic, content } as const)
    const { id } = shapedLike((await author.post('/messages', args)).body, { id: maybe(0) })
    if (id === undefined) throw new Error(`A message to ${JSON.stringify(place)} was refused.`)
    this.authors.set(id, author)
    return id
  }
}
