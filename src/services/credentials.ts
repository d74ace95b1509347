import { randomInt, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new API key: exactly 32 random letters or digits, on which clients depend. */
export function createApiKey(): string {
  return Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Costs of scrypt that take about 60 ms and 16 MiB, off the event loop. */
const passwordCost = { N: 16_384, r: 8, p: 1 }

/** Makes new hashes cheap, and so worthless: for tests, which begin with many people. */
export function cheapenPasswordsForTests(): void {
  passwordCost.N = 16
}

const keyBytes = 32

/** `scrypt$N$r$p$salt$key`, so that costs can rise without breaking old passwords. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, passwordCost)
  const { N, r, p } = passwordCost
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Takes the same time whether or not there is a hash, so that nobody can probe for accounts. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? '').split('$')
  if (scheme !== 'scrypt' || !salt || !key) {
    await derive(password, randomBytes(16), passwordCost)
    return false
  }
  const derived = await derive(password, Buffer.from(salt, 'base64'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(derived, Buffer.from(key, 'base64'))
}

function derive(password: string, salt: Buffer, costs: typeof passwordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, costs, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
