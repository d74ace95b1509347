/** The field for a new password, with its strength meter. */
export const passwordField = {
  show: 'Show password',
  strength: 'Password strength',
  atLeast: (length: number) => `At least ${length} characters that are hard to guess.`,
  is: {
    short: (length: number) => `Too short: at least ${length} characters.`,
    easy: 'Too easy to guess: add another word or two.',
    enough: 'Good enough. A longer password is harder to guess.',
    fair: 'Good: fairly hard to guess.',
    hard: 'Good: hard to guess.',
    hardest: 'Good: very hard to guess.',
  },
}
