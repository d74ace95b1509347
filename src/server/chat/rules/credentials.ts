import { createHash, randomInt, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Semaphore } from '../../lib/semaphore'
import { TooManyPasswordsError } from './password-errors'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new API key: exactly 32 random letters or digits; clients depend on this form. */
export function createApiKey(): string {
  return randomText(32)
}

/** A new named key, of 238 random bits, in a form that scanners of published sources can find. */
export function createNamedKey(): string {
  return `parley_${randomText(40)}`
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A random initial password of 96 bits, to hand to a user. */
export function makeUpPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** The form of a session token: 256 bits. */
export const tokenPattern = /^[\w-]{43}$/

export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash of a token. A fast hash suffices for random tokens, unlike for passwords. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

interface PasswordCost {
  N: number
  r: number
  p: number
}

/**
 * The cost of scrypt: 240 ms of CPU and 32 MiB, off the event loop. OWASP rates it as equal to N=2^17 with
 * 128 MiB; see docs/decisions/0016-passwords.md.
 */
const passwordCost: PasswordCost = { N: 32_768, r: 8, p: 3 }
/** Twice the memory of one password: Node refuses to run scrypt if the limit might be too low. */
const maxMemoryBytes = 64 * 1024 * 1024

/** Makes new hashes cheap and insecure, for tests that create many users. */
export function cheapenPasswordsForTests(): void {
  Object.assign(passwordCost, { N: 16, p: 1 })
}

const keyBytes = 32

/**
 * Hashes a password as `scrypt$N$r$p$salt$key`, so that costs can rise without breaking old passwords.
 * @throws TooManyPasswordsError
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const { N, r, p } = passwordCost
  const key = await turns.take(() => derive(password, salt, passwordCost))
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Whether a hash was made with another cost than the present one. */
export function isOutdated(hash: string): boolean {
  const { N, r, p } = passwordCost
  return !hash.startsWith(`scrypt$${N}$${r}$${p}$`)
}

/**
 * Checks a password against a hash. Takes the same time without a hash, or for a cheaper one, so that timing
 * does not reveal accounts.
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

/**
 * The extra cost that makes a cheaper hash take the full time: the time of scrypt is proportional to N·r·p.
 */
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
 * Semaphore for hashing: each password takes memory and one of Node's four pool threads. Further passwords
 * wait, and are refused if too many wait.
 */
const turns = new Semaphore({
  mostAtOnce: 2,
  mostWaiting: 16,
  refusal: () => new TooManyPasswordsError(),
})
