import { createHash } from 'node:crypto'
import type LibSodium from 'libsodium-wrappers'

/*
 * Cryptography of encrypted pushes to mobile apps, by libsodium, which is loaded at the first use.
 * Source: docs/protocol/notifications.md#encrypted-push.
 */

/** First byte of a key, which names the algorithm: a secretbox of libsodium. */
const secretboxMark = 0x31
const secretboxKeyBytes = 32

type Sodium = typeof LibSodium

async function loadSodium(): Promise<Sodium> {
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  return sodium
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** The bytes of a base64 text; undefined for other texts. */
export function readBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** Reads `push_key`. @returns the secretbox key in base64; undefined for another kind of key */
export function readPushKey(given: string): string | undefined {
  const bytes = readBase64(given)
  if (bytes?.length !== secretboxKeyBytes + 1 || bytes[0] !== secretboxMark) return undefined
  return bytes.subarray(1).toString('base64')
}

/** The name of a token for its device. */
export function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 8).toString('base64')
}

export async function makeSealingKeys(): Promise<{ public_key: string; private_key: string }> {
  const { publicKey, privateKey } = (await loadSodium()).crypto_box_keypair()
  return { public_key: toBase64(publicKey), private_key: toBase64(privateKey) }
}

/** Opens a sealed box. @returns undefined: it was not sealed for this key, or is damaged */
export async function openSealed(
  sealed: string,
  keys: { public_key: string; private_key: string },
): Promise<string | undefined> {
  const bytes = readBase64(sealed)
  if (!bytes) return undefined
  const sodium = await loadSodium()
  const key = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
  try {
    const opened = sodium.crypto_box_seal_open(
      new Uint8Array(bytes),
      key(keys.public_key),
      key(keys.private_key),
    )
    return Buffer.from(opened).toString()
  } catch {
    return undefined
  }
}

/** A text for a device: nonce and secretbox, in base64. @param key in base64 */
export async function encryptForDevice(text: string, key: string): Promise<string> {
  const sodium = await loadSodium()
  const nonce = sodium.randombytes_buf(sodium.crypto_secretbox_NONCEBYTES)
  const box = sodium.crypto_secretbox_easy(
    new Uint8Array(Buffer.from(text)),
    nonce,
    new Uint8Array(Buffer.from(key, 'base64')),
  )
  return toBase64(Buffer.concat([nonce, box]))
}
