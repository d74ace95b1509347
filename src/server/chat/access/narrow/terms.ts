import type {
  HasOperand,
  NarrowCondition,
  PlainKind,
} from '../../../data/history/narrow-conditions'
import { BadNarrowError, readTerms } from './written-terms'
import type { WrittenTerm } from './written-terms'
import { idOf, referenceOf, referencesOf, searchWordsOf, textOf } from './operands'
import type { Reference } from './operands'

/** A parsed term, with streams and users as the client named them. */
export interface MessageTerm {
  condition: NamingCondition | NamelessCondition
  negated: boolean
}

export type NamingCondition =
  | { kind: 'stream'; stream: Reference }
  | { kind: 'conversation' | 'participants'; users: readonly Reference[] }
  | { kind: 'sender' | 'mentions'; user: Reference }
  /** The conversation that this message is in now. */
  | { kind: 'with'; messageId: number }

type NamingKind = NamingCondition['kind']

/** A condition without names to look up. */
export type NamelessCondition = Exclude<NarrowCondition, { kind: NamingKind }>

/** Parses a term; undefined for a term that matches every message, negated or not. */
type ReadTerm = (written: WrittenTerm) => MessageTerm | undefined

/**
 * Parses the terms of a narrow of messages, without looking up names.
 *
 * @throws BadNarrowError for unknown operators and impossible operands
 * @throws BadRequestError for a value that is not a narrow
 * Source: docs/protocol/history.md#operators.
 */
export function parseMessageNarrow(narrow: readonly unknown[]): MessageTerm[] {
  return readTerms(narrow).flatMap((written) => {
    const read = operators.get(written.operator)
    if (!read) throw new BadNarrowError(`unknown operator ${written.operator}`)
    return read(written) ?? []
  })
}

/** A parser for terms whose condition follows from the operand alone. */
const saying =
  (conditionOf: (written: WrittenTerm) => MessageTerm['condition']): ReadTerm =>
  (written) => ({ condition: conditionOf(written), negated: written.negated })

const stream = saying((written) => ({ kind: 'stream', stream: referenceOf(written) }))
const topic = saying((written) => ({ kind: 'topic', topic: textOf(written).trim() }))
const sender = saying((written) => ({ kind: 'sender', user: referenceOf(written) }))
const conversation = saying((written) => ({ kind: 'conversation', users: referencesOf(written) }))
const participants = saying((written) => ({ kind: 'participants', users: referencesOf(written) }))

/** A parser for terms whose operand is one of a few words. */
const choosing =
  (choices: ReadonlyMap<string, NamelessCondition>): ReadTerm =>
  (written) => {
    const word = textOf(written)
    const condition = choices.get(word)
    if (!condition) throw new BadNarrowError(`unknown '${written.operator}' operand ${word}`)
    return { condition, negated: written.negated }
  }

const streams = choosing(
  new Map<string, NamelessCondition>([
    ['public', { kind: 'public streams' }],
    // The server has no web-public streams.
    ['web-public', { kind: 'nothing' }],
  ]),
)

const isWords: Readonly<Record<string, PlainKind>> = {
  private: 'private',
  dm: 'private',
  starred: 'starred',
  unread: 'unread',
  mentioned: 'mentioned',
  alerted: 'alerted',
  resolved: 'resolved',
  followed: 'followed',
  muted: 'muted',
}

const hasWords: readonly HasOperand[] = ['attachment', 'image', 'link', 'reaction']

/** The `in` operator: `home` is everything not muted, `all` is everything. */
const within: ReadTerm = (written) => {
  const word = textOf(written)
  if (word === 'home') return { condition: { kind: 'muted' }, negated: !written.negated }
  if (word !== 'all') throw new BadNarrowError(`unknown 'in' operand ${word}`)
  return written.negated ? { condition: { kind: 'nothing' }, negated: false } : undefined
}

const withMessage: ReadTerm = (written) => {
  if (written.negated) throw new BadNarrowError("'with' cannot be negated")
  return { condition: { kind: 'with', messageId: idOf(written) }, negated: false }
}

/** Parsers by operator name, aliases included. */
const operators: ReadonlyMap<string, ReadTerm> = new Map<string, ReadTerm>([
  ['channel', stream],
  ['stream', stream],
  ['channels', streams],
  ['streams', streams],
  ['topic', topic],
  ['subject', topic],
  ['dm', conversation],
  ['pm-with', conversation],
  ['dm-including', participants],
  ['group-pm-with', participants],
  ['dm-with', participants],
  ['sender', sender],
  ['from', sender],
  [
    'is',
    choosing(new Map(Object.entries(isWords).map(([word, kind]) => [word, { kind }] as const))),
  ],
  [
    'has',
    choosing(
      new Map(
        hasWords.flatMap((what) => [
          [what, { kind: 'has', what }] as const,
          [`${what}s`, { kind: 'has', what }] as const,
        ]),
      ),
    ),
  ],
  ['search', saying((written) => ({ kind: 'search', words: searchWordsOf(written) }))],
  ['id', saying((written) => ({ kind: 'message', id: idOf(written) }))],
  ['with', withMessage],
  ['in', within],
  ['mentions', saying((written) => ({ kind: 'mentions', user: referenceOf(written) }))],
  // Clients put the anchor into the narrow; it filters nothing.
  ['near', () => undefined],
])
