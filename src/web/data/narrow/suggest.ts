import { instantOf } from '../../../shared/rules/dates'
import {
  hasWords,
  isWords,
  operatorNamed,
  takesPeople,
} from '../../../shared/rules/narrow-operators'
import type { NarrowOperator } from '../../../shared/rules/narrow-operators'
import type { Stream, User } from '../records/state'
import { fold } from '../../lib/fold'
import { rankName, ranks } from '../../lib/name-match'
import { formatWord } from './format-search'
import { splitSearch } from './search-text'

/** A suggested completion of a search. */
export interface Suggestion {
  /** The whole search text after accepting the suggestion. */
  readonly text: string
  /** The completed word. */
  readonly word: string
  /** Whether the search can run after accepting; if false, the reader has to type more. */
  readonly isWhole: boolean
}

/** Data for suggestions. */
export interface Suggestible {
  readonly streams: readonly Pick<Stream, 'stream_id' | 'name'>[]
  readonly users: readonly Pick<User, 'user_id' | 'email' | 'full_name'>[]
  /** Topics of the given stream, or of all known streams. */
  topicsOf(streamName: string | undefined): readonly string[]
}

/** Suggested for a word that begins like them. */
const offeredOperators = [
  'stream:',
  'topic:',
  'from:',
  'dm:',
  'dm-including:',
  'is:',
  'has:',
  'before:',
  'after:',
] as const

const words: Readonly<Partial<Record<NarrowOperator, readonly string[]>>> = {
  is: isWords,
  has: hasWords,
  in: ['home', 'all'],
  channels: ['public'],
}

const maxSuggestions = 9

/** Ages of the days that are offered. */
const offeredDaysAgo = [0, 1, 7, 30]

/** Completions of the last word of a search, the likeliest first. */
export function suggest(typed: string, known: Suggestible): readonly Suggestion[] {
  const isBegun = typed !== '' && !/\s$/.test(typed)
  const last = isBegun ? splitSearch(typed).at(-1) : undefined
  const before = last ? typed.slice(0, last.start) : typed
  const sign = last?.negated === true || (last && /^-./.test(last.text)) ? '-' : ''
  const take = (word: string, isWhole: boolean): Suggestion => ({
    text: `${before}${sign}${word}${isWhole ? ' ' : ''}`,
    word: `${sign}${word}`,
    isWhole,
  })

  if (last?.operator === undefined) {
    const begun = (last?.text ?? '').replace(/^-/, '').toLowerCase()
    const operators = offeredOperators.filter((name) => name.startsWith(begun))
    const found = begun.length < 2 ? [] : [...suggestPlaces(begun, known, take)]
    return [...operators.map((name) => take(name, false)), ...found].slice(0, maxSuggestions)
  }
  const stream = splitSearch(before).find(
    ({ operator }) => operatorNamed(operator ?? '') === 'channel',
  )
  return suggestOperands(last.operator, last.text.toLowerCase(), known, stream?.text, take).slice(
    0,
    maxSuggestions,
  )
}

type Take = (word: string, isWhole: boolean) => Suggestion

/** Suggests streams and users for a word without an operator. */
function* suggestPlaces(begun: string, known: Suggestible, take: Take): Iterable<Suggestion> {
  for (const { name } of ranked(known.streams, ({ name }) => [name], begun).slice(0, 3)) {
    yield take(formatWord('stream', name), true)
  }
  const people = ranked(known.users, ({ full_name, email }) => [full_name, email], begun)
  for (const { email } of people.slice(0, 3)) yield take(`from:${email}`, true)
}

function suggestOperands(
  operator: string,
  begun: string,
  known: Suggestible,
  streamName: string | undefined,
  take: Take,
): Suggestion[] {
  const meant = operatorNamed(operator)
  switch (meant) {
    case 'channel':
      return ranked(known.streams, ({ name }) => [name], begun).map(({ name }) =>
        take(formatWord(operator, name), true),
      )
    case 'topic':
      return ranked(known.topicsOf(streamName), (topic) => [topic], begun).map((topic) =>
        take(formatWord(operator, topic), true),
      )
    case 'dm':
    case 'dm-including':
    case 'sender':
    case 'mentions':
      return suggestPeople(operator, begun, known, take)
    case 'before':
    case 'after':
      return suggestDays(begun).map((day) => take(`${operator}:${day}`, true))
    default:
      return ranked((meant && words[meant]) ?? [], (word) => [word], begun).map((word) =>
        take(`${operator}:${word}`, true),
      )
  }
}

/** In a list of users, completes only the name after the last comma. */
function suggestPeople(operator: string, begun: string, known: Suggestible, take: Take) {
  const comma = takesPeople(operatorNamed(operator)) ? begun.lastIndexOf(',') + 1 : 0
  const [others, name] = [begun.slice(0, comma), begun.slice(comma)]
  const found = ranked(known.users, ({ full_name, email }) => [full_name, email], name)
  return found.map(({ email }) => take(`${operator}:${others}${email}`, true))
}

/** The typed day, or recent days that begin as typed, as `2026-11-26`. */
function suggestDays(begun: string): string[] {
  if (instantOf(begun)) return [begun]
  const today = new Date()
  const days = offeredDaysAgo.map((ago) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago)
    return fieldOfDay(day)
  })
  return days.filter((day) => day.startsWith(begun))
}

function fieldOfDay(day: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(day.getFullYear())}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Items with a text in which a word starts with `begun`; texts that start with it rank first. */
function ranked<T>(
  list: readonly T[],
  textsOf: (item: T) => readonly string[],
  begun: string,
): T[] {
  const wanted = fold(begun)
  const rankOf = (item: T) => {
    const found = textsOf(item).map((text) => rankName(fold(text), wanted) ?? Infinity)
    const best = Math.min(...found)
    return best <= ranks.beginning ? 0 : best < Infinity ? 1 : 2
  }
  const found: [T[], T[]] = [[], []]
  for (const item of list) {
    const rank = rankOf(item)
    if (rank === 2) continue
    found[rank === 0 ? 0 : 1].push(item)
    if (found[0].length >= maxSuggestions) break
  }
  return found.flat().slice(0, maxSuggestions)
}
