/*
 * Operators of narrows with their aliases, and the words that some of them take.
 * Source: docs/protocol/history.md#operators.
 */

/** Names of operators, each with its current and former spellings. */
const spellings = {
  channel: ['channel', 'stream'],
  channels: ['channels', 'streams'],
  topic: ['topic', 'subject'],
  dm: ['dm', 'pm-with'],
  'dm-including': ['dm-including', 'dm-with', 'group-pm-with'],
  sender: ['sender', 'from'],
  mentions: ['mentions'],
  is: ['is'],
  in: ['in'],
  has: ['has'],
  id: ['id'],
  before: ['before'],
  after: ['after'],
  search: ['search'],
} as const

export type NarrowOperator = keyof typeof spellings

const bySpelling = new Map<string, NarrowOperator>(
  (Object.keys(spellings) as NarrowOperator[]).flatMap((operator) =>
    spellings[operator].map((name) => [name, operator] as const),
  ),
)

/** The operator with this name or alias; undefined for unknown names, and for the anchors `near` and `with`. */
export function operatorNamed(name: string): NarrowOperator | undefined {
  return bySpelling.get(name)
}

/** Operators whose operand is a list of people; `sender` and `mentions` take one. */
export function takesPeople(operator: NarrowOperator | undefined): boolean {
  return operator === 'dm' || operator === 'dm-including'
}

/** Operands of `is`. */
export const isWords = [
  'mentioned',
  'starred',
  'unread',
  'dm',
  'alerted',
  'followed',
  'resolved',
  'muted',
] as const
export type IsWord = (typeof isWords)[number]

/** The operand of `is` with this name; `private` is the former name of `dm`. */
export function isWordNamed(name: string): IsWord | undefined {
  return name === 'private' ? 'dm' : isWords.find((word) => word === name)
}

/** Operands of `has`, each also in the plural. */
export const hasWords = ['link', 'image', 'attachment', 'reaction'] as const
export type HasWord = (typeof hasWords)[number]

export function hasWordNamed(name: string): HasWord | undefined {
  return hasWords.find((word) => word === name || `${word}s` === name)
}
