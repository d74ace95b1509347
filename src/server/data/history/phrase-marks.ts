import { sql } from 'kysely'
import { highlightMarks, isTag, partsOfMarkedHtml } from '../../text/highlights'
import type { Queryable } from '../engine/database'
import { englishWordsIn, markedWordsOf } from './search'
import type { MarkedWords, SearchWords } from './search'

/*
 * PostgreSQL marks the words of a phrase wherever they are. Here a mark stays only where the words of the phrase follow each other.
 * Source: docs/protocol/history.md#phrase-marks.
 */

/** Texts with marks around the words of a search. */
interface MarkedTexts {
  /** HTML. */
  match_content?: string
  /** Plain text. */
  match_topic?: string
}

/** The lexemes of words, as the English index has them: `book` of `books`. */
type Lexemes = ReadonlyMap<string, readonly string[]>

/** In a search with more words in phrases all words are marked wherever they are; keeps the time linear. */
const maxPhraseWords = 500

/** Removes the marks around words of phrases where the phrase does not stand. */
export async function keepPhraseMarks<T extends MarkedTexts>(
  db: Queryable,
  search: SearchWords,
  rows: T[],
): Promise<T[]> {
  const words = markedWordsOf(search)
  const phraseWords = words.phrases.flat().filter((word) => word !== null)
  if (phraseWords.length === 0 || words.phrases.flat().length > maxPhraseWords) return rows
  const marked = rows.flatMap((row) => [
    ...wordsBetweenMarks(row.match_content),
    ...wordsBetweenMarks(row.match_topic),
  ])
  const lexemes = await listLexemes(db, [...marked, ...phraseWords, ...words.alone])
  const keep = phraseMarker(words, lexemes)
  return rows.map((row) => ({ ...row, ...keep(row) }))
}

function wordsBetweenMarks(text = ''): string[] {
  return Array.from(text.matchAll(/\ufdd0([^\ufdd0\ufdd1]*)/g), ([, word = '']) => word)
}

async function listLexemes(db: Queryable, words: readonly string[]): Promise<Lexemes> {
  const { rows } = await sql<{ word: string; lexemes: string[] }>`
    select word, tsvector_to_array(to_tsvector('english', word)) as lexemes
    from unnest(${[...new Set(words)]}::text[]) word`.execute(db)
  return new Map(rows.map(({ word, lexemes }) => [word, lexemes]))
}

/** A marked word. */
interface Mark {
  word: string
  /** Where it starts in its text; several marks that start in each other are one. */
  starts: number[]
  isOfPhrase: boolean
  isKept: boolean
}

/** A word of a text, marked or not. */
interface WordOfText {
  word: string
  mark: Mark | undefined
}

/** A function that removes the marks of words outside of their phrases; exported for tests. */
export function phraseMarker(
  words: MarkedWords,
  lexemes: Lexemes,
): (texts: MarkedTexts) => MarkedTexts {
  const phrases = phrasesOf(words, lexemes)
  const alone = new Set(words.alone.flatMap((word) => [word, ...(lexemes.get(word) ?? [])]))
  return ({ match_content: content = '', match_topic: topic = '' }) => {
    // The index has the words of the topic before those of the content.
    const inTopic = readMarked(topic.match(markOrText) ?? [], () => true)
    const inContent = readMarked(partsOfMarkedHtml(content), isText)
    const all = [...inTopic.words, ...inContent.words]
    markPhrases(phrases, all, lexemes)
    for (const { word, mark } of all) {
      if (mark && formsOf(word, mark, lexemes).some((form) => alone.has(form))) mark.isKept = true
    }
    return {
      match_content: withoutMarks(content, inContent.marks),
      match_topic: withoutMarks(topic, inTopic.marks),
    }
  }
}

const markOrText = /[\ufdd0\ufdd1]|[^\ufdd0\ufdd1]+/g

function isText(part: string): boolean {
  return !isTag(part) && !(part.startsWith('&') && part.endsWith(';'))
}

function readMarked(
  parts: Iterable<string>,
  isText: (part: string) => boolean,
): { words: WordOfText[]; marks: Mark[] } {
  const words: WordOfText[] = []
  const marks: Mark[] = []
  let open: Mark | undefined
  let position = 0
  for (const part of parts) {
    if (part === highlightMarks.start) {
      if (!open) marks.push((open = { word: '', starts: [], isOfPhrase: false, isKept: false }))
      open.starts.push(position)
    } else if (part === highlightMarks.stop || isTag(part)) {
      open = undefined
    } else if (isText(part)) {
      if (open) open.word ||= part
      for (const word of englishWordsIn(part)) words.push({ word, mark: open })
    }
    position += part.length
  }
  return { words, marks }
}

/** A word as it is written, and its lexemes if it is marked. */
function formsOf(word: string, mark: Mark | undefined, lexemes: Lexemes): readonly string[] {
  return [word, ...((mark && lexemes.get(mark.word)) ?? [])]
}

/** Phrases as bits of numbers: one for each word of each phrase, shorter phrases first. */
interface Phrases {
  /** Bits of the words that have a form. */
  bits: ReadonlyMap<string, bigint>
  /** Bits of stop words. */
  any: bigint
  firsts: bigint
  lasts: bigint
  /** Length of the phrase that ends with a bit. */
  lengths: ReadonlyMap<number, number>
}

function phrasesOf({ phrases }: MarkedWords, lexemes: Lexemes): Phrases {
  const bits = new Map<string, bigint>()
  const lengths = new Map<number, number>()
  let [any, firsts, lasts] = [0n, 0n, 0n]
  let count = 0
  for (const phrase of phrases.toSorted((one, other) => one.length - other.length)) {
    firsts |= 1n << BigInt(count)
    for (const word of phrase) {
      const bit = 1n << BigInt(count++)
      if (word === null) any |= bit
      else for (const form of [word, ...(lexemes.get(word) ?? [])]) addBits(bits, form, bit)
    }
    lasts |= 1n << BigInt(count - 1)
    lengths.set(count - 1, phrase.length)
  }
  return { bits, any, firsts, lasts, lengths }
}

function addBits(bits: Map<string, bigint>, form: string, added: bigint): void {
  bits.set(form, (bits.get(form) ?? 0n) | added)
}

/**
 * Notes which marks are around words of phrases, and keeps those where a phrase stands. After each word, a bit says that the words of
 * a phrase up to that one stand there (the algorithm called Shift-And).
 */
function markPhrases(phrases: Phrases, words: readonly WordOfText[], lexemes: Lexemes): void {
  const { bits, any, firsts, lasts, lengths } = phrases
  let state = 0n
  const found = words.map(({ word, mark }) => {
    let ofWord = 0n
    for (const form of formsOf(word, mark, lexemes)) ofWord |= bits.get(form) ?? 0n
    if (mark && ofWord !== 0n) mark.isOfPhrase = true
    state = ((state << 1n) | firsts) & (ofWord | any)
    const ended = state & lasts
    return ended === 0n ? 0 : (lengths.get(highestBit(ended)) ?? 0)
  })
  let left = 0
  for (let index = words.length - 1; index >= 0; index--) {
    left = Math.max(left - 1, found[index] ?? 0)
    const mark = words[index]?.mark
    if (mark && left > 0) mark.isKept = true
  }
}

/** The place of the highest bit, which is that of the longest phrase. */
function highestBit(bits: bigint): number {
  const digits = bits.toString(16)
  return 4 * digits.length - 1 - (Math.clz32(parseInt(digits.charAt(0), 16)) - 28)
}

/** The text without the marks of phrases that are not kept; a stop without a start has no meaning. */
function withoutMarks(text: string, marks: readonly Mark[]): string {
  let result = ''
  let end = 0
  for (const { starts, isOfPhrase, isKept } of marks) {
    if (isKept || !isOfPhrase) continue
    for (const start of starts) {
      result += text.slice(end, start)
      end = start + 1
    }
  }
  return result + text.slice(end)
}
