/**
 * A narrow: which messages a view shows. Stream, topic and people are named as the API takes them:
 * streams by id, people by ids.
 */
export interface Term {
  operator: Operator
  operand: string | number | readonly number[]
  negated?: boolean
}

export type Operator =
  | 'channel'
  | 'topic'
  | 'dm'
  | 'dm-including'
  | 'sender'
  | 'is'
  | 'has'
  | 'id'
  | 'near'
  | 'with'
  | 'search'

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
  if (narrow.some((term) => term.negated)) return undefined
  const [first, second, ...more] = narrow
  if (more.length > 0 || !first) return undefined
  if (first.operator === 'dm' && !second && typeof first.operand === 'object') {
    return { kind: 'private', userIds: first.operand }
  }
  if (first.operator === 'channel' && second?.operator === 'topic') {
    return { kind: 'topic', streamId: Number(first.operand), topic: String(second.operand) }
  }
  return undefined
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
