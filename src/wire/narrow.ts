/** One condition of a narrow. Source: API document, "POST /api/v1/register"; protocol notes 4.7. */
export interface NarrowTerm {
  operator: 'stream' | 'topic' | 'sender' | 'is'
  /** A stream may be named by its id, a sender by the user id. */
  operand: string | number
  negated: boolean
}
