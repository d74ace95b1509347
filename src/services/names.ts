import { isIP } from 'node:net'
import { BadRequestError } from './errors'
import { countCharacters } from '../runtime/characters'
import { sizeLimits } from './limits'

/*
 * What accounts, streams and topics may be called, and what passwords may be.
 */

/**
 * Characters that would break the syntax of mentions. Source: docs/protocol/users.md#full-names.
 */
const charactersOfMentions = /[*`>"@]/
/** Line breaks, and halves of characters, which no client could show. */
const charactersWithoutPicture = /[\p{Cc}\p{Cs}\u2028\u2029]/u
/** Characters that cannot be seen, or that turn around what follows them. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Where they belong: between letters of Arabic, Syriac and Indic scripts, which they join and part, and
 * within an emoji.
 */
const joiners =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Syriac}\p{L}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu

/** The index of the first character of a name that nobody would see; -1 where there is none. */
function findHidden(name: string): number {
  return name.replace(joiners, (joiner) => '.'.repeat(joiner.length)).search(hiddenCharacters)
}

/** Whether a name has characters that nobody would see. */
export function hidesCharacters(name: string): boolean {
  return findHidden(name) >= 0
}

/** A name without what nobody sees of it. */
export function withoutHidden(name: string): string {
  return name.replace(new RegExp(hiddenCharacters, 'gu'), '')
}

/**
 * Refuses a name of a stream or topic that no client could show as it is; of streams, which look
 * after their names, also one that hides something.
 * @throws BadRequestError
 * Sources: docs/protocol/streams.md#unprintable-names, docs/protocol/users.md#lookalikes.
 */
export function refuseUnprintable(name: string, kind: 'stream name' | 'topic'): void {
  const index = kind === 'topic' ? name.search(charactersWithoutPicture) : findHidden(name)
  if (index < 0) return
  const position = countCharacters(name.slice(0, index)) + 1
  throw new BadRequestError(`Invalid character in ${kind}, at position ${position}!`)
}

/** `@**Ada|10**` mentions account 10, so that nobody may be called like that. */
const endOfMention = /\|\d+$/

const fullNameCharacters = { min: 2, max: 100 }
/** Longest password; the shortest is `PASSWORD_MIN_LENGTH`. */
export const passwordMaxCharacters = 1_000

/**
 * A full name as it is stored: without outer blanks.
 * @throws BadRequestError. Source: docs/protocol/users.md#full-names.
 */
export function checkFullName(name: string): string {
  const trimmed = name.trim()
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
 * A short name as it is stored: without outer blanks. Nothing mentions accounts by it, so that
 * it may hold more than a full name.
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

/** Addresses of email as browsers check them; a domain needs no dot, since intranets have none. */
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Whether a text can be the address of an account. A colon would end it in HTTP Basic. */
export function isEmailAddress(text: string): boolean {
  return text.length <= sizeLimits.emailCharacters && emailPattern.test(text)
}

/** `ada` of `ada@x.test`: what an account is called in short unless it says otherwise. */
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

/**
 * Whether a text can be a password: longer ones are nobody's, and not worth the work of finding
 * that out.
 */
export function isHashable(password: string): boolean {
  return password.length <= passwordMaxCharacters
}

/**
 * Domain of a bot's email, after the `@`: the name that the organisation is reached by. The
 * configured host stands in for addresses of machines and what else is no part of an email, and a
 * name without a dot gets one: `localhost` becomes `localhost.localdomain`.
 *
 * @param origin the organisation as its clients see it, `https://chat.example.com:8443`
 * Source: docs/protocol/bots.md#bot-email.
 */
export function botEmailDomain(origin: string, externalHost: string): string {
  const host = new URL(origin).hostname.replace(/\.$/, '')
  const isDomain = isIP(host) === 0 && isEmailAddress(`bot@${host}`)
  const name = isDomain ? host : externalHost
  return name.includes('.') ? name : `${name}.localdomain`
}
