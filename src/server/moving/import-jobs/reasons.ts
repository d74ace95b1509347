/** Reasons for the end of an import, in the language of the protocol's errors, for its record. */
export const reasons = {
  left: 'It was left for too long.',
  lost: 'The import ended twice without a result, so the server does not try it again by itself.',
  tooMuchMemory: 'The archive needs more memory than an import may use.',
  tooLong: 'Reading the archive takes too long.',
  fault: 'The server could not go on; its log tells the reason.',
} as const
