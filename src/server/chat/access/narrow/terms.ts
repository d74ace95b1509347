import type { NarrowCondition } from '../../../data/history/narrow-conditions'
import { meantTopic } from '../../../../shared/rules/empty-topics'
import { hasWordNamed, isWordNamed, operatorNamed } from '../../../../shared/rules/narrow-operators'
import type { NarrowOperator } from '../../../../shared/rules/narrow-operators'
import { BadNarrowError, readTerms } from './written-terms'
import type { WrittenTerm } from './written-terms'
import { idOf, referenceOf, referencesOf, searchWordsOf, textOf, timeOf } from './operands'
import type { Reference } from './operands'

/** A parsed term, with streams, users and times as the client named them. */
export interface MessageTerm {
  condition: NamingCondition | NamelessCondition
  negated: boolean
}

export type NamingCondition =
  | { kind: 'stream'; stream: Reference }
  | { kind: 'conversation' | 'participants'; users: readonly Reference[] }
  | { kind: 'sender' | 'mentions'; user: Reference }
  /** Messages sent at or after a time, found by the id at which they begin. */
  | { kind: 'since'; time: Date }
  /** The conversation that this message is in now. */
  | { kind: 'with'; messageId: number }

type NamingKind = NamingCondition['kind']

/** A condition without anything to look up. */
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
    const read = parserOf(written.operator)
    if (!read) throw new BadNarrowError(`unknown operator ${written.operator}`)
    return read(written) ?? []
  })
}

/** A parser for terms whose condition follows from the operand alone. */
const saying =
  (conditionOf: (written: WrittenTerm) => MessageTerm['condition']): ReadTerm =>
  (written) => ({ condition: conditionOf(written), negated: written.negated })

const stream = saying((written) => ({ kind: 'stream', stream: referenceOf(written) }))
const topic = saying((written) => ({ kind: 'topic', topic: meantTopic(textOf(written).trim()) }))
const sender = saying((written) => ({ kind: 'sender', user: referenceOf(written) }))
const conversation = saying((written) => ({ kind: 'conversation', users: referencesOf(written) }))
const participants = saying((written) => ({ kind: 'participants', users: referencesOf(written) }))

/** A parser for terms whose operand is one of a few words. */
const choosing =
  (conditionNamed: (word: string) => NamelessCondition | undefined): ReadTerm =>
  (written) => {
    const word = textOf(written)
    const condition = conditionNamed(word)
    if (!condition) throw new BadNarrowError(`unknown '${written.operator}' operand ${word}`)
    return { condition, negated: written.negated }
  }

const streams = choosing((word) => {
  if (word === 'public') return { kind: 'public streams' }
  // The server has no web-public streams.
  return word === 'web-public' ? { kind: 'nothing' } : undefined
})

const is = choosing((name) => {
  const word = isWordNamed(name)
  return word && { kind: word === 'dm' ? 'private' : word }
})

const has = choosing((name) => {
  const what = hasWordNamed(name)
  return what && { kind: 'has', what }
})

/** The `in` operator: `home` is everything not muted, `all` is everything. */
const within: ReadTerm = (written) => {
  const word = textOf(written)
  if (word === 'home') return { condition: { kind: 'muted' }, negated: !written.negated }
  if (word !== 'all') throw new BadNarrowError(`unknown 'in' operand ${word}`)
  return written.negated ? { condition: { kind: 'nothing' }, negated: false } : undefined
}

const after = saying((written) => ({ kind: 'since', time: timeOf(written) }))

/** The `before` operator: `after`, turned round. */
const before: ReadTerm = (written) => after({ ...written, negated: !written.negated })

const withMessage: ReadTerm = (written) => {
  if (written.negated) throw new BadNarrowError("'with' cannot be negated")
  return { condition: { kind: 'with', messageId: idOf(written) }, negated: false }
}

const parsers: Readonly<Record<NarrowOperator, ReadTerm>> = {
  channel: stream,
  channels: streams,
  topic,
  dm: conversation,
  'dm-including': participants,
  sender,
  mentions: saying((written) => ({ kind: 'mentions', user: referenceOf(written) })),
  is,
  in: within,
  has,
  id: saying((written) => ({ kind: 'message', id: idOf(written) })),
  before,
  after,
  search: saying((written) => ({ kind: 'search', words: searchWordsOf(written) })),
}

/** The parser of an operator, by any of its names. */
function parserOf(name: string): ReadTerm | undefined {
  if (name === 'with') return withMessage
  // Clients put the anchor into the narrow; it filters nothing.
  if (name === 'near') return () => undefined
  const operator = operatorNamed(name)
  return operator && parsers[operator]
}
