/** Requirements for a new password, from `/server_settings` and `register`. */
export interface PasswordRule {
  minLength: number
  minGuesses: number
}

/** Strength levels, weakest first; `short` and `easy` are refused. */
export type Strength = 'short' | 'easy' | 'enough' | 'fair' | 'hard' | 'hardest'

/** Guesses for the levels above the required one, at zxcvbn's thresholds. */
const steps = { fair: 1e6, hard: 1e8, hardest: 1e10 }

/**
 * Strength of a password; undefined while its number of guesses is unknown.
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

/** Words about the owner, split like on the server: a password must not consist of them. */
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
