/**
 * A narrow: which messages a view shows. Streams and people are named by id; by what an old link or
 * a search says where nothing of that name is known. No terms at all are the combined feed.
 */
export interface Term {
  operator: Operator
  operand: string | number | readonly number[]
  negated?: boolean
}

export const operators = [
  'channel',
  'channels',
  'topic',
  'dm',
  'dm-including',
  'sender',
  'mentions',
  'is',
  'in',
  'has',
  'id',
  'search',
] as const

export type Operator = (typeof operators)[number]

export type Narrow = readonly Term[]

/** Where a message can be sent: the two kinds of conversation. */
export type Conversation =
  | { kind: 'topic'; streamId: number; topic: string }
  /** The others, without the reader; ids ascend; none: notes to oneself. */
  | { kind: 'private'; userIds: readonly number[] }

export function narrowTo(conversation: Conversation): Narrow {
  if (conversation.kind === 'private') return [{ operator: 'dm', operand: conversation.userIds }]
  return [
    { operator: 'channel', operand: conversation.streamId },
    { operator: 'topic', operand: conversation.topic },
  ]
}

/** The conversation that a narrow shows, where it shows exactly one. */
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

/** The stream that all of a narrow is in, by id, or by the name that was not found. */
export function streamOf(narrow: Narrow): number | string | undefined {
  const term = narrow.find(({ operator, negated }) => operator === 'channel' && !negated)
  return typeof term?.operand === 'object' ? undefined : term?.operand
}

/** Whether somebody looked for words: each message then says where it has them. */
export function isSearch(narrow: Narrow): boolean {
  return narrow.some(({ operator }) => operator === 'search')
}

/** The same for narrows that show the same messages; topics differ by more than their case. */
export function keyOfNarrow(narrow: Narrow): string {
  return JSON.stringify(
    narrow.map(({ operator, operand, negated }) => [
      operator,
      typeof operand === 'string' ? operand.toLowerCase() : operand,
      negated === true,
    ]),
  )
}

/** The same for the same conversation, however its topic is written. */
export function keyOfConversation(conversation: Conversation): string {
  return conversation.kind === 'private'
    ? `private:${conversation.userIds.join()}`
    : `topic:${conversation.streamId}:${conversation.topic.toLowerCase()}`
}

/**
 * A narrow as the server takes it: the combined feed leaves out what is muted, and notes to oneself
 * name oneself.
 * Sources: docs/protocol/history.md#operators, docs/protocol/history.md#reader-takes-part.
 */
export function termsForServer(narrow: Narrow, ownId: number): Narrow {
  if (narrow.length === 0) return [{ operator: 'in', operand: 'home' }]
  return narrow.map((term) =>
    typeof term.operand === 'object' && term.operand.length === 0
      ? { ...term, operand: [ownId] }
      : term,
  )
}
