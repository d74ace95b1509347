import type { AppContext } from '../../../context'
import { BadRequestError } from '../errors'
import { checkPasswordLength } from '../names'

/*
 * Rules for new passwords. Source: docs/protocol/mail.md#strength.
 */

/** Dependencies of the check of a new password. */
export type PasswordContext = Pick<AppContext, 'config' | 'passwordJudge'>

/** Data of the owner that makes a password easy to guess. */
export interface PasswordOwner {
  email?: string | undefined
  fullName?: string | undefined
  realmName?: string | undefined
}

/**
 * Refuses a password that is too short, too long or easy to guess.
 * @throws BadRequestError; TooManyPasswordsError when too many checks are waiting
 */
export async function checkNewPassword(
  { config, passwordJudge }: PasswordContext,
  password: string,
  owner: PasswordOwner = {},
): Promise<void> {
  checkPasswordLength(password, config.passwordMinLength)
  if (config.passwordMinGuesses === 0) return
  const guesses = await passwordJudge.guesses(password, wordsOf(owner))
  if (guesses < config.passwordMinGuesses) throw new BadRequestError('New password is too weak!')
}

function wordsOf({ email = '', fullName = '', realmName = '' }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@')
  return [
    ...[fullName, email, local, realmName],
    ...[fullName, local, domain, realmName].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)),
  ]
}
