/** Reasons for the end of an import, in the language of the protocol's errors, for its record. */
export const reasons = {
  left: 'It was left for too long.',
  brokeOff: 'The import broke off again and again.',
  fault: 'The server could not go on; its log tells the reason.',
} as const
