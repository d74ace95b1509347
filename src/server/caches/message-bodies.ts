import type { MessageHead } from '../data/history/pages'
import type { Counting, CacheStats } from './cache-stats'
import { Versioned } from './versioned'
import type { Bound } from './versioned'

/** The body of a message as JSON, and the other inputs of its record. */
export interface KnownBody extends MessageHead {
  /** Version of the realm's linkifiers used for the links of the topic. */
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
  /** Further members of the record, about edits; undefined if there were none. */
  edits: string | undefined
}

/** Approximate size of an entry without its texts. */
const overheadCharacters = 300

/** Bound for each of HTML and Markdown, in characters of all texts together. */
const bound: Bound<KnownBody> = {
  limit: 24_000_000,
  weigh: ({ text, edits, topic }) =>
    text.length + (edits?.length ?? 0) + topic.length + overheadCharacters,
  // Far shorter than the time after which PostgreSQL reuses a transaction id.
  maxAgeMs: 600_000,
}

/**
 * JSON of message bodies, cached because most readers look at the same messages. The caller has
 * just found the message in PostgreSQL and passes the version of its row, so no outdated body is
 * returned, whichever worker changed it.
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

  forgetAll(): void {
    this.html.forgetAll()
    this.markdown.forgetAll()
  }

  tally(): CacheStats {
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
