import { LRUCache } from 'lru-cache'
import type { MessageHead } from '../db/history/pages'

/** What a message says by itself, written; and what else its record depends on. */
export interface KnownBody extends MessageHead {
  /** With which the links of the topic were found. */
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
  /** The same, of what was changed; undefined where nothing was. */
  edits: string | undefined
}

/** Characters of all texts together, for each of HTML and Markdown. */
const maxCharacters = 24_000_000
/** About what one takes beside its text. */
const overheadCharacters = 300
/** Long before PostgreSQL gives the number of a transaction a second time. */
const maxAgeMs = 600_000

/**
 * What messages say by themselves, for this worker to write only once: most readers look at the
 * same messages. Who asks has just found the message in PostgreSQL, and names the version of its
 * row: so nothing is given out that has been changed, whoever changed it, and nobody need be told.
 */
export class KnownBodies {
  private readonly html = createMemory()
  private readonly markdown = createMemory()

  find(
    { id, version }: MessageHead,
    asHtml: boolean,
    linkifiersVersion: string | null,
  ): KnownBody | undefined {
    const body = this.memoryOf(asHtml).get(id)
    const isCurrent = body?.version === version && body.linkifiersVersion === linkifiersVersion
    return isCurrent ? body : undefined
  }

  keep(body: KnownBody, asHtml: boolean): void {
    this.memoryOf(asHtml).set(body.id, body)
  }

  private memoryOf(asHtml: boolean): LRUCache<number, KnownBody> {
    return asHtml ? this.html : this.markdown
  }
}

function createMemory(): LRUCache<number, KnownBody> {
  return new LRUCache<number, KnownBody>({
    maxSize: maxCharacters,
    sizeCalculation: ({ text, edits, topic }) =>
      text.length + (edits?.length ?? 0) + topic.length + overheadCharacters,
    ttl: maxAgeMs,
    ttlResolution: 1_000,
  })
}
