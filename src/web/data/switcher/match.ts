import { fold } from '../../lib/fold'

/** Quality of a match; lower is better. */
export const qualities = { whole: 0, beginning: 1, part: 2, scattered: 3 } as const

/** The name of an entry, and the name of its stream or area, as {@link matchQuality} compares them. */
export interface MatchedName {
  /** Folded words with one blank before each. */
  readonly name: string
  /** Like `name`; empty without a stream or area. */
  readonly place: string
}

/** The text that the reader typed. */
export interface SwitcherQuery {
  /** Folded words. */
  readonly words: readonly string[]
  /** Words before a `>`, which name the stream; undefined without the sign. */
  readonly place: readonly string[] | undefined
  /** Whether a blank follows the last word, after which the name of a stream offers its topics. */
  readonly endsInBlank: boolean
}

const separators = /[\s\-–—_./\\|:;,!?()[\]{}<>"'`#@&✔]+/gu

/** Folded words, separated by single blanks. */
const wordsOf = (text: string) => fold(text).replace(separators, ' ').trim()
const listOf = (text: string) => wordsOf(text).split(' ').filter(Boolean)
const spaced = (text: string) => (text === '' ? '' : ` ${text}`)

export function matchedName(name: string, place = ''): MatchedName {
  return { name: spaced(wordsOf(name)), place: spaced(wordsOf(place)) }
}

export function readQuery(text: string): SwitcherQuery {
  const at = text.indexOf('>')
  return {
    words: listOf(at < 0 ? text : text.slice(at + 1)),
    place: at < 0 ? undefined : listOf(text.slice(0, at)),
    endsInBlank: /\s$/u.test(text),
  }
}

/** Quality of the worst word of the query; undefined unless all words match. */
export function matchQuality(
  { name, place }: MatchedName,
  query: SwitcherQuery,
): number | undefined {
  if (query.place) {
    if (place === '') return undefined
    return worst([
      ...query.place.map((word) => wordQuality(place, word)),
      ...query.words.map((word) => wordQuality(name, word)),
    ])
  }
  const joined = spaced(query.words.join(' '))
  if (name === joined) return qualities.whole
  if (query.endsInBlank && place !== '' && place === joined) return qualities.beginning
  let isNamed = false
  const found = query.words.map((word) => {
    const [inName, inPlace] = [wordQuality(name, word), wordQuality(place, word)]
    isNamed ||= inName !== undefined && inName <= (inPlace ?? inName)
    return Math.min(inName ?? Infinity, inPlace ?? Infinity)
  })
  // Words that are all in the name of the stream mean the stream, not each of its topics.
  return isNamed ? worst(found) : undefined
}

function worst(found: readonly (number | undefined)[]): number | undefined {
  const most = Math.max(qualities.beginning, ...found.map((one) => one ?? Infinity))
  return most === Infinity ? undefined : most
}

function wordQuality(text: string, word: string): number | undefined {
  if (text.includes(` ${word}`)) return qualities.beginning
  // A single Latin letter is in nearly every name; in other scripts it can be a word.
  if (word.length === 1 && /[a-z0-9]/.test(word)) return undefined
  if (text.includes(word)) return qualities.part
  return isScattered(text, word) ? qualities.scattered : undefined
}

/** Whether the letters of `word` follow each other in words of the text, each word from its beginning on. */
function isScattered(text: string, word: string): boolean {
  const begin = ` ${word.slice(0, 1)}`
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
    if (followsFrom(text, at + begin.length, word.slice(1))) return true
  }
  return false
}

function followsFrom(text: string, start: number, letters: string): boolean {
  let from = start
  for (const letter of letters) {
    const blank = text.indexOf(' ', from)
    const inWord = text.indexOf(letter, from)
    if (inWord >= 0 && (blank < 0 || inWord < blank)) from = inWord + letter.length
    else {
      const next = text.indexOf(` ${letter}`, from)
      if (next < 0) return false
      from = next + 1 + letter.length
    }
  }
  return true
}
