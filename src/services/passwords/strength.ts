import type { AppContext } from '../../context'
import { BadRequestError } from '../errors'
import { checkPasswordLength } from '../names'

/*
 * Which new passwords will do. Source: docs/protocol/mail.md#strength.
 */

/** What checking a new password needs to have. */
export type PasswordContext = Pick<AppContext, 'config' | 'passwordJudge'>

/** Whose password it is to be: it must not be made of that. */
export interface PasswordOwner {
  email?: string | undefined
  fullName?: string | undefined
  realmName?: string | undefined
}

/**
 * Refuses a password that is too short, too long or easy to guess.
 * @throws BadRequestError; TooManyPasswordsError where many choose one
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
