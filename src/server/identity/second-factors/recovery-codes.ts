import { randomBytes } from 'node:crypto'
import { hashToken } from '../../chat/rules/credentials'

const howMany = 10
/** Without letters that look like digits; 32 of them, so that 5 bits make one. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const characters = 16

/** Codes of 80 random bits, such as `abcd-efgh-2345-6789`, each of which replaces the authenticator app once. */
export function makeRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: howMany }, makeCode)
  return { codes, hashes: codes.map(hashRecoveryCode) }
}

function makeCode(): string {
  const letters = Array.from(randomBytes(characters), (byte) => alphabet.charAt(byte % 32))
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** @param code as typed: blanks, dashes and letter case do not count */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.replace(/[\s-]/g, '').toLowerCase())
}
