import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { highlightMarks } from '../../text/highlights'
import { stopWords } from './stop-words'
import { notPrepared } from '../engine/planning'
import { foldCase } from '../../../shared/rules/letter-case'

/*
 * Searches for words: by the index of English words, by that of pairs of letters in scripts without blanks, and by
 * looking at the texts for words that no index has. Source: docs/protocol/history.md#search-words.
 */

/** Words and phrases of a search; a message must contain all of them. */
export interface SearchWords {
  /** Words in any order. */
  words: string
  /** Phrases: their words must follow each other. */
  phrases: readonly string[]
}

/** Letters of scripts that put no blanks between words; `has_unspaced` in the database has the same class. */
const unspacedLetters =
  '\\u0e01-\\u0eff\\u0f40-\\u0fbc\\u1000-\\u109f\\u1780-\\u17d3\\u2e80-\\u2fdf\\u3005-\\u3007\\u3041-\\u30fa' +
  '\\u30fc-\\u318f\\u31a0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff' +
  '\\uff66-\\uffdc\\u{20000}-\\u{3ffff}'
const unspacedRuns = new RegExp(`[${unspacedLetters}]+`, 'gu')

const unindexed: ReadonlySet<string> = new Set(stopWords)

/** A search in the forms in which the database looks for it. */
interface SearchParts {
  /** Words of the English index, not only stop words. */
  words: string
  phrases: readonly string[]
  /** Runs of letters without blanks. */
  runs: readonly string[]
  /** Words and phrases of stop words alone, as lists of their words. */
  unindexed: readonly (readonly string[])[]
}

/** Stop words beside other words are dropped; alone, or as a phrase, they are looked for in the texts. */
function partsOf(search: SearchWords): SearchParts {
  const texts = [search.words, ...search.phrases]
  const runs = [...new Set(texts.flatMap((text) => text.match(unspacedRuns) ?? []))]
  const [words = '', ...phrases] = texts.map((text) => text.replace(unspacedRuns, ' ').trim())
  const isIndexed = (text: string) => wordsIn(text).some((word) => !unindexed.has(word))
  const stops = phrases.map((phrase) => (isIndexed(phrase) ? [] : wordsIn(phrase)))
  const indexed = phrases.filter(isIndexed)
  const isWordsIndexed = isIndexed(words)
  const isAlone = !isWordsIndexed && indexed.length === 0 && runs.length === 0
  return {
    words: isWordsIndexed ? words : '',
    phrases: indexed,
    runs,
    unindexed: [
      ...(isAlone ? [...new Set(wordsIn(words))].map((word) => [word]) : []),
      ...stops.filter((phrase) => phrase.length > 0),
    ],
  }
}

/** Punctuation that may join words to one in the index, as of `report-final.pdf`; `has_parts` in the database has the same. */
const joining = '[-./@<>&~+]'
const joined = new RegExp(`${joining}|^v\\d`, 'i')

/** Queries for a text as a phrase of the parts of its words, if it has such words. */
function inParts(text: string): RawBuilder<unknown>[] {
  return joined.test(text) ? [sql`phraseto_tsquery('english', parts_of_words(${text}))`] : []
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** The words of a text that count in the index of English words: those of scripts without blanks do not. */
export function englishWordsIn(text: string): string[] {
  return wordsIn(text.replace(unspacedRuns, ' '))
}

/** The words of the English index that a search marks, in each of their forms. */
export interface MarkedWords {
  /** Words that are marked everywhere. */
  alone: readonly string[]
  /** Lists of words that are marked where they follow each other; null for a stop word, in whose place may be any word. */
  phrases: readonly (readonly (string | null)[])[]
}

export function markedWordsOf(search: SearchWords): MarkedWords {
  const { words, phrases } = partsOf(search)
  const lists = phrases.flatMap(indexedForms).map((form) => {
    const list = wordsIn(form).map((word) => (unindexed.has(word) ? null : word))
    const isWord = (word: string | null) => word !== null
    return list.slice(list.findIndex(isWord), list.findLastIndex(isWord) + 1)
  })
  const alone = lists.filter((list) => list.length === 1).flat()
  return {
    alone: [...indexedForms(words).flatMap(wordsIn), ...alone.filter((word) => word !== null)],
    phrases: lists.filter((list) => list.length > 1),
  }
}

/**
 * Whether a message `m` has all words of a search. The best plan depends on how common the words are, so the
 * statement is planned for each search.
 */
export function hasWords(m: RawBuilder<unknown>, search: SearchWords): RawBuilder<boolean> {
  const parts = partsOf(search)
  const text = sql`(${m}.topic || ' ' || ${m}.content)`
  const conditions = [
    ...(isFound(parts) ? [sql`${m}.search_vector @@ (${queryOf(parts)})`] : []),
    // The index knows pairs, not whether they follow each other.
    ...parts.runs.filter((run) => [...run].length > 2).map((run) => contains(text, run)),
    ...parts.unindexed.map((words) => sql`${text} ~* ${patternOf(words)}`),
  ]
  return sql<boolean>`(${notPrepared} ${sql.join(conditions, sql` and `)})`
}

function contains(text: RawBuilder<unknown>, run: string): RawBuilder<unknown> {
  return sql`strpos(${text}, ${run}) > 0`
}

/** Whether the index decides; also for a search without any word, which finds nothing. */
function isFound({ words, phrases, runs, unindexed: others }: SearchParts): boolean {
  return words !== '' || phrases.length > 0 || runs.length > 0 || others.length === 0
}

/**
 * The forms in which a text may be indexed, whose letters are in lower case one by one: the sigma at the end of a word is ς where it
 * was typed in lower case, and σ where it was a capital.
 */
function indexedForms(text: string): string[] {
  const folded = foldCase(text)
  const typed = text.replace(/Σ/g, 'σ').toLowerCase()
  const forms = [...new Set([typed, folded, folded.replace(/σ(?!\p{L})/gu, 'ς')])]
  return forms.length === 1 ? [text] : forms
}

function anyOf(queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return queries.length === 1 ? sql`${queries[0]}` : sql`(${sql.join(queries, sql` || `)})`
}

/** A query for all words, each in any of its forms. */
function allWords(words: string): RawBuilder<unknown> {
  const each = words
    .split(/\s+/)
    .map((word) => [
      ...indexedForms(word).map((form) => sql`plainto_tsquery('english', ${form})`),
      ...inParts(word),
    ])
  if (each.every(({ length }) => length === 1)) return sql`plainto_tsquery('english', ${words})`
  return sql.join(each.map(anyOf), sql` && `)
}

function phrase(text: string): RawBuilder<unknown> {
  const forms = indexedForms(text).map((form) => sql`phraseto_tsquery('english', ${form})`)
  return anyOf([...forms, ...inParts(text)])
}

function queryOf({ words, phrases, runs }: SearchParts): RawBuilder<unknown> {
  const pairs = [...new Set(runs.flatMap(pairsIn))]
  const parts = [
    ...(words === '' && phrases.length + pairs.length > 0 ? [] : [allWords(words)]),
    ...phrases.map(phrase),
    ...(pairs.length > 0 ? [sql`${pairs.join(' & ')}::tsquery`] : []),
  ]
  return sql.join(parts, sql` && `)
}

/** A single letter begins one of the pairs, or stands alone. */
function pairsIn(run: string): string[] {
  const letters = [...run]
  if (letters.length === 1) return [`'${run}':*`]
  return letters.slice(1).map((letter, index) => `'${letters[index] ?? ''}${letter}'`)
}

/** A regular expression of PostgreSQL for words one after the other. */
function patternOf(words: readonly string[]): string {
  return `\\m${words.join('\\W+')}\\M`
}

/** Regular expressions of PostgreSQL for words that are parts of others, where punctuation joins them. */
function partPatterns({ words, phrases }: SearchParts): string[] {
  return [...words.split(/\s+/), ...phrases].flatMap((text) => {
    const parts = wordsIn(text)
    const [word] = parts
    if (word === undefined || parts.every((part) => unindexed.has(part))) return []
    if (parts.length > 1) return [parts.join(`${joining}+`)]
    return [`(?<=${joining})${word}\\M`, `\\m${word}(?=${joining}[^[:space:][:punct:]])`]
  })
}

/** A text with marks around the words of a search, which `markHighlights` turns into HTML. */
export function withHighlights(
  text: RawBuilder<unknown>,
  search: SearchWords,
): RawBuilder<unknown> {
  const parts = partsOf(search)
  const { start, stop } = highlightMarks
  const options = `HighlightAll=true, StartSel=${start}, StopSel=${stop}`
  const query = sql`(${notPrepared} ${queryOf({ ...parts, runs: [] })})`
  const marked = sql`ts_headline('english', ${text}, ${query}, ${options})`
  // Longer runs first, as alternatives are tried in their order.
  const runs = parts.runs.toSorted((one, other) => other.length - one.length)
  const others = [...parts.unindexed.map(patternOf), ...partPatterns(parts)]
  const pattern = [...runs, ...others].join('|')
  if (pattern === '') return marked
  return sql`regexp_replace(${marked}, ${pattern}, ${`${start}\\&${stop}`}, 'gi')`
}
