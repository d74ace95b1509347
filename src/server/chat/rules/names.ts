import { isIP } from 'node:net'
import { BadRequestError } from './errors'
import { countCharacters } from '../../../shared/rules/characters'
import { composed, hidesCharacters, visibly } from '../../lib/characters'
import { sizeLimits } from './limits'

/*
 * Rules for names of accounts, streams and topics, for email addresses, and for the length of passwords.
 */

/**
 * Characters that would break the syntax of mentions. Source: docs/protocol/users.md#full-names.
 */
const charactersOfMentions = /[*`>"@]/
/** `@**Ada|10**` mentions account 10, so a name must not end like this. */
const endOfMention = /\|\d+$/

const fullNameCharacters = { min: 2, max: 100 }
/** Max length of a password; the minimum is `PASSWORD_MIN_LENGTH`. */
export const passwordMaxCharacters = 1_000

/**
 * Checks a full name and trims it for storage.
 * @throws BadRequestError. Source: docs/protocol/users.md#full-names.
 */
export function checkFullName(name: string): string {
  const trimmed = visibly(composed(name))
  const length = countCharacters(trimmed)
  if (length > fullNameCharacters.max) throw new BadRequestError('Name too long!')
  if (length < fullNameCharacters.min) throw new BadRequestError('Name too short!')
  const breaksMentions = charactersOfMentions.test(trimmed) || endOfMention.test(trimmed)
  if (breaksMentions || hidesCharacters(trimmed)) {
    throw new BadRequestError('Invalid characters in name!')
  }
  return trimmed
}

/**
 * Checks a short name and trims it for storage. Mentions never use short names, so more characters are
 * allowed than in a full name.
 * @throws BadRequestError
 */
export function checkShortName(name: string): string {
  const trimmed = name.trim()
  if (countCharacters(trimmed) > fullNameCharacters.max) {
    throw new BadRequestError('Short name too long!')
  }
  if (hidesCharacters(trimmed)) {
    throw new BadRequestError('Invalid characters in short name!')
  }
  return trimmed
}

/** Email addresses as browsers check them; a domain needs no dot, as in intranets. */
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/**
 * Whether a text can be the address of an account. Without colons, because HTTP Basic uses one as separator.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= sizeLimits.emailCharacters && emailPattern.test(text)
}

/** `ada` of `ada@x.test`: the default short name of an account. */
export function localPartOf(email: string): string {
  return email.slice(0, email.indexOf('@'))
}

/** @throws BadRequestError that names the limit */
export function checkPasswordLength(password: string, min: number): void {
  if (password.length < min) {
    throw new BadRequestError(`Password is too short (minimum: ${min} characters)`)
  }
  if (!isHashable(password)) {
    throw new BadRequestError(`Password is too long (limit: ${passwordMaxCharacters} characters)`)
  }
}

/** Whether a text is short enough to be a password; longer texts are not worth the cost of hashing. */
export function isHashable(password: string): boolean {
  return password.length <= passwordMaxCharacters
}

/**
 * Domain of a bot's email, after the `@`: the host name of the organization. If this is an IP address or
 * otherwise invalid in an email, the configured host replaces it. A name without a dot gets a suffix:
 * `localhost` becomes `localhost.localdomain`.
 *
 * @param origin the organization's address as its clients see it, `https://chat.example.com:8443`
 * Source: docs/protocol/bots.md#bot-email.
 */
export function botEmailDomain(origin: string, externalHost: string): string {
  const host = new URL(origin).hostname.replace(/\.$/, '')
  const isDomain = isIP(host) === 0 && isEmailAddress(`bot@${host}`)
  const name = isDomain ? host : externalHost
  return name.includes('.') ? name : `${name}.localdomain`
}
