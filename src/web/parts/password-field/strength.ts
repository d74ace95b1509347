/** What a new password has to be: what servers say at `/server_settings` and in register. */
export interface PasswordRule {
  minLength: number
  minGuesses: number
}

/** How good a password is, from what is refused to what nobody guesses. */
export type Strength = 'short' | 'easy' | 'enough' | 'fair' | 'hard' | 'hardest'

/** Guesses from which on it is better than the rule asks for, as zxcvbn draws the lines. */
const steps = { fair: 1e6, hard: 1e8, hardest: 1e10 }

/**
 * How good a password is; undefined as long as its guesses are not known.
 * Source: docs/protocol/mail.md#strength-rule.
 */
export function strengthOf(
  password: string,
  guesses: number | undefined,
  { minLength, minGuesses }: PasswordRule,
): Strength | undefined {
  if (password.length < minLength) return 'short'
  if (guesses === undefined) return undefined
  if (guesses < minGuesses) return 'easy'
  if (guesses < steps.fair) return 'enough'
  if (guesses < steps.hard) return 'fair'
  return guesses < steps.hardest ? 'hard' : 'hardest'
}

/** What is known of somebody, as the server takes it apart: a password must not be made of it. */
export function wordsOfOwner(owner: {
  email?: string | undefined
  fullName?: string | undefined
  realmName?: string | undefined
}): string[] {
  const { email = '', fullName = '', realmName = '' } = owner
  const [local = '', domain = ''] = email.split('@')
  return [
    ...[fullName, email, local, realmName],
    ...[fullName, local, domain, realmName].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)),
  ]
}
