import { foldCase } from '../../../shared/rules/letter-case'
import type { NarrowOperator } from '../../../shared/rules/narrow-operators'
import type { Conversation } from '../records/conversation'

/**
 * One term of a narrow; no terms at all mean the combined feed. Operands name streams and users by id, or by
 * the text of an old link or a search if that name is unknown.
 */
export interface Term {
  operator: Operator
  operand: string | number | readonly number[]
  negated?: boolean
}

export type Operator = NarrowOperator

export type Narrow = readonly Term[]

export function narrowTo(conversation: Conversation): Narrow {
  if (conversation.kind === 'private') return [{ operator: 'dm', operand: conversation.userIds }]
  return [
    { operator: 'channel', operand: conversation.streamId },
    { operator: 'topic', operand: conversation.topic },
  ]
}

/** The conversation of a narrow; undefined unless the narrow shows exactly one. */
export function conversationOf(narrow: Narrow): Conversation | undefined {
  if (narrow.length > 2 || narrow.some((term) => term.negated)) return undefined
  const operandOf = (operator: Operator) =>
    narrow.find((term) => term.operator === operator)?.operand
  const [people, streamId, topic] = [operandOf('dm'), operandOf('channel'), operandOf('topic')]
  if (narrow.length === 1 && typeof people === 'object') return { kind: 'private', userIds: people }
  if (typeof streamId === 'number' && typeof topic === 'string') {
    return { kind: 'topic', streamId, topic }
  }
  return undefined
}

/** The stream of a narrow: its id, or its name if that is unknown. */
export function streamOf(narrow: Narrow): number | string | undefined {
  const term = narrow.find(({ operator, negated }) => operator === 'channel' && !negated)
  return typeof term?.operand === 'object' ? undefined : term?.operand
}

/** Whether the narrow searches for words; each message then comes with its matches highlighted. */
export function isSearch(narrow: Narrow): boolean {
  return narrow.some(({ operator }) => operator === 'search')
}

/** Equal for narrows that show the same messages; ignores the letter case of topics. */
export function keyOfNarrow(narrow: Narrow): string {
  return JSON.stringify(
    narrow.map(({ operator, operand, negated }) => [
      operator,
      typeof operand === 'string' ? foldCase(operand) : operand,
      negated === true,
    ]),
  )
}

/** Equal for the same conversation; ignores the letter case of topics. */
export function keyOfConversation(conversation: Conversation): string {
  return conversation.kind === 'private'
    ? `private:${conversation.userIds.join()}`
    : `topic:${conversation.streamId}:${foldCase(conversation.topic)}`
}

/**
 * Terms to send to the server: the combined feed becomes `in:home`, which leaves out muted messages, notes to oneself name
 * the reader, and days begin at midnight in the reader's time zone.
 * Sources: docs/protocol/history.md#operators, docs/protocol/history.md#reader-takes-part.
 */
export function termsForServer(narrow: Narrow, ownId: number): Narrow {
  if (narrow.length === 0) return [{ operator: 'in', operand: 'home' }]
  return narrow.map((term) => {
    const { operator, operand } = term
    if (typeof operand === 'object' && operand.length === 0) return { ...term, operand: [ownId] }
    const midnight = new Date(`${String(operand)}T00:00`)
    const isDay =
      (operator === 'before' || operator === 'after') &&
      // Days that no calendar has roll over; the server refuses them.
      midnight.getDate() === Number(String(operand).slice(8))
    return isDay ? { ...term, operand: midnight.toISOString() } : term
  })
}
