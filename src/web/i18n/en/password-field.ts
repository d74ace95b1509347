/** Where somebody chooses a password. */
export const passwordField = {
  show: 'Show password',
  strength: 'How hard to guess',
  atLeast: (length: number) => `At least ${String(length)} characters that are hard to guess.`,
  is: {
    short: (length: number) => `Too short: at least ${String(length)} characters.`,
    easy: 'Too easy to guess: add another word or two.',
    enough: 'Good enough, if only just: a longer one is harder to guess.',
    fair: 'Good: fairly hard to guess.',
    hard: 'Good: hard to guess.',
    hardest: 'Good: very hard to guess.',
  },
}
