import type { MessageHead } from '../db/history/pages'
import type { Counting, Tally } from './tally'
import { Versioned } from './versioned'
import type { Bound } from './versioned'

/** The body of a message as JSON, and what else its record depends on. */
export interface KnownBody extends MessageHead {
  /** Version of the realm's linkifiers, with which the links of the topic were found. */
  linkifiersVersion: string | null
  senderId: number
  streamId: number | null
  dmGroupId: number | null
  topic: string
  isReadBySender: boolean
  isWidget: boolean
  mentionsEverybody: boolean
  /** Members of the record; see wire/message-texts.ts. */
  text: string
  /** Further members of the record, of edits; undefined where nothing was edited. */
  edits: string | undefined
}

/** Size of what a body takes beside its text, about. */
const overheadCharacters = 300

/** Bound for each of HTML and Markdown, in characters of all texts together. */
const bound: Bound<KnownBody> = {
  limit: 24_000_000,
  weigh: ({ text, edits, topic }) =>
    text.length + (edits?.length ?? 0) + topic.length + overheadCharacters,
  // Long before PostgreSQL gives the number of a transaction a second time.
  maxAgeMs: 600_000,
}

/**
 * Bodies of messages, which this worker turns into JSON only once: most readers look at the same
 * messages. Who asks has just found the message in PostgreSQL, and names the version of its row: so
 * nothing is given out that has been changed, whoever changed it.
 */
export class MessageBodies implements Counting {
  private readonly html = new Versioned<number, KnownBody>(bound)
  private readonly markdown = new Versioned<number, KnownBody>(bound)

  find(
    { id, version }: MessageHead,
    asHtml: boolean,
    linkifiersVersion: string | null,
  ): KnownBody | undefined {
    const body = this.memoryOf(asHtml).find(id, version)
    return body?.linkifiersVersion === linkifiersVersion ? body : undefined
  }

  keep(body: KnownBody, asHtml: boolean): void {
    this.memoryOf(asHtml).keep(body.id, body.version, body)
  }

  tally(): Tally {
    const [html, markdown] = [this.html.tally(), this.markdown.tally()]
    return {
      hits: html.hits + markdown.hits,
      misses: html.misses + markdown.misses,
      entries: html.entries + markdown.entries,
    }
  }

  private memoryOf(asHtml: boolean): Versioned<number, KnownBody> {
    return asHtml ? this.html : this.markdown
  }
}
