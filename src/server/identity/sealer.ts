import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts texts that are stored outside of this process. */
export interface Sealer {
  /** @param purpose text that must be the same to open: a sealed text moved elsewhere stays closed */
  seal(text: string, purpose: string): Buffer
  /** @returns undefined if the key or the purpose is another one, or the bytes were changed */
  open(sealed: Buffer, purpose: string): string | undefined
}

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** @param key any random text of 128 bits or more */
export function createSealer(key: string): Sealer {
  const secret = createHash('sha256').update(`parley sealer\n${key}`).digest()
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(cipherName, secret, nonce).setAAD(Buffer.from(purpose))
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes])
    },
    open(sealed, purpose) {
      if (sealed.length < nonceBytes + tagBytes) return undefined
      const nonce = sealed.subarray(0, nonceBytes)
      const decipher = createDecipheriv(cipherName, secret, nonce)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
