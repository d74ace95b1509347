import { countCharacters, firstCharacters } from '../../../../shared/rules/characters'
import { textLimits } from '../../../../shared/rules/text-limits'
import { withoutHidden } from '../../../lib/characters'
import { foldCase } from '../../../../shared/rules/letter-case'

const ellipsis = '…'
const snippetCharacters = 200
const startCharacters = 2000

/**
 * The topics of threads: `YYYY-MM-DD` and the first words of the root, unique in the stream. A few bytes per thread stay in
 * memory, so that a thread has one topic however far apart its replies are.
 * Source: docs/protocol/import.md#threads-to-topics.
 */
export class ThreadTopics {
  private readonly topics = new Map<string, string>()
  private readonly taken = new Set<string>()

  /** The topic of a thread, which the first call names. @param words plain text of the root */
  of(thread: { streamKey: string; rootKey: string; startedAt: Date; words: string }): string {
    return this.named({ ...thread, name: nameOf(thread) })
  }

  /** The topic of something with a name of its own, such as a discussion. */
  named({
    streamKey,
    rootKey,
    name,
  }: {
    streamKey: string
    rootKey: string
    name: string
  }): string {
    const known = this.topics.get(rootKey)
    if (known !== undefined) return known
    const topic = this.unique(
      streamKey,
      cutWords(oneLine(name) || 'topic', textLimits.topicCharacters),
    )
    this.topics.set(rootKey, topic)
    return topic
  }

  has(rootKey: string): boolean {
    return this.topics.has(rootKey)
  }

  private unique(streamKey: string, name: string): string {
    for (let count = 1; ; count++) {
      const topic = count === 1 ? name : withSuffix(name, ` (${count})`)
      const key = `${streamKey} ${foldCase(topic)}`
      if (this.taken.has(key)) continue
      this.taken.add(key)
      return topic
    }
  }
}

function nameOf({ startedAt, words }: { startedAt: Date; words: string }): string {
  return `${startedAt.toISOString().slice(0, 10)} ${oneLine(words) || 'thread'}`
}

function withSuffix(name: string, suffix: string): string {
  const space = textLimits.topicCharacters - suffix.length
  return (countCharacters(name) <= space ? name : cutWords(name, space)) + suffix
}

/** More of a text than any topic or quote needs. */
export function startOfText(text: string): string {
  return text.slice(0, startCharacters).toWellFormed()
}

/** A text on one line without characters that cannot be shown. */
function oneLine(text: string): string {
  return withoutHidden(startOfText(text).replace(/\s+/g, ' ')).trim()
}

/** The start of a text on one line, for a quote. */
export function snippetOf(text: string): string {
  return cutWords(oneLine(text), snippetCharacters)
}

/** Cuts a text at a word, ending in `…`. */
function cutWords(text: string, characters: number): string {
  if (countCharacters(text) <= characters) return text
  const start = firstCharacters(text, characters - 1)
  const word = start.lastIndexOf(' ')
  return (word > start.length / 2 ? start.slice(0, word) : start).trimEnd() + ellipsis
}
