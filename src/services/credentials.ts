import { createHash, randomInt, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Turns } from '../runtime/turns'
import { TooManyPasswordsError } from './errors'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new API key: exactly 32 random letters or digits, on which clients depend. */
export function createApiKey(): string {
  return Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A password for somebody who has to be told it: 96 random bits. */
export function makeUpPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** The form of the token of a session: 256 bits. */
export const tokenPattern = /^[\w-]{43}$/

/** A new token for a session. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash of a token, which is as hard to guess; a password would take another kind of hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

interface PasswordCost {
  N: number
  r: number
  p: number
}

/**
 * The cost of scrypt: 240 ms of CPU and 32 MiB, off the event loop. It is one of those that OWASP
 * calls equal to N=2^17 with 128 MiB; see docs/decisions/0016-passwords.md.
 */
const passwordCost: PasswordCost = { N: 32_768, r: 8, p: 3 }
/** Twice what a password takes: node refuses to start where it may not be enough. */
const maxMemoryBytes = 64 * 1024 * 1024

/** Makes new hashes cheap, and so worthless: for tests, which begin with many people. */
export function cheapenPasswordsForTests(): void {
  Object.assign(passwordCost, { N: 16, p: 1 })
}

const keyBytes = 32

/**
 * `scrypt$N$r$p$salt$key`, so that costs can rise without breaking old passwords.
 * @throws TooManyPasswordsError
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const { N, r, p } = passwordCost
  const key = await turns.take(() => derive(password, salt, passwordCost))
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Whether a hash was made at another cost than passwords have now. */
export function isOutdated(hash: string): boolean {
  const { N, r, p } = passwordCost
  return !hash.startsWith(`scrypt$${N}$${r}$${p}$`)
}

/**
 * Takes the same time whether or not there is a hash, and whatever it cost to make, so that nobody
 * can probe for accounts.
 *
 * @throws TooManyPasswordsError
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? '').split('$')
  return turns.take(async () => {
    if (scheme !== 'scrypt' || !salt || !key) {
      await derive(password, randomBytes(16), passwordCost)
      return false
    }
    const cost = { N: Number(N), r: Number(r), p: Number(p) }
    const derived = await derive(password, Buffer.from(salt, 'base64'), cost)
    const rest = whatIsMissing(cost)
    if (rest) await derive(password, randomBytes(16), rest)
    return timingSafeEqual(derived, Buffer.from(key, 'base64'))
  })
}

/** The cost that makes up for a cheaper one: scrypt takes as long as the product of all three. */
function whatIsMissing({ N, r, p }: PasswordCost): PasswordCost | undefined {
  const full = passwordCost.N * passwordCost.r * passwordCost.p
  const rest = Math.round(full / (N * r)) - p
  return rest > 0 ? { N, r, p: rest } : undefined
}

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  const options = { ...cost, maxmem: maxMemoryBytes }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/**
 * Passwords that are worked on at once: the work takes threads of which node has four, and memory.
 * The rest waits, and is refused where it would wait for long.
 */
const turns = new Turns({
  mostAtOnce: 2,
  mostWaiting: 16,
  refusal: () => new TooManyPasswordsError(),
})
