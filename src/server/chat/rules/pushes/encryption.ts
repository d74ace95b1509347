import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Encryption of push messages for their receiver, in one record: the push service cannot read them.
 * Sources: RFC 8291, RFC 8188.
 */

/** Size of the only record, which a push service must accept. */
const recordBytes = 4_096
/** Bytes of the header, the authentication tag and the delimiter. */
const overheadBytes = 86 + 16 + 1
/** Lengths are rounded up, so that a push service learns little from them. */
const paddingBytes = 512

/** Max bytes of a plaintext. */
const longestPlaintext = recordBytes - overheadBytes

/** The receiver's public key (P-256, uncompressed) and its authentication secret, in base64url. */
export interface ReceiverKeys {
  p256dh: string
  auth: string
}

/** Values that tests with the vectors of the RFC set; random otherwise. */
export interface Chosen {
  privateKey: Buffer
  salt: Buffer
  isPadded: boolean
}

/** Whether keys have the form of a receiver's. */
export function areReceiverKeys({ p256dh, auth }: ReceiverKeys): boolean {
  try {
    const exchange = createECDH('prime256v1')
    exchange.generateKeys()
    exchange.computeSecret(Buffer.from(p256dh, 'base64url'))
    return Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

/** Body of a push request with `Content-Encoding: aes128gcm`. @throws for a text of more than `longestPlaintext` bytes */
export function encryptPush(
  text: string,
  receiver: ReceiverKeys,
  { privateKey, salt = randomBytes(16), isPadded = true }: Partial<Chosen> = {},
): Buffer {
  const exchange = createECDH('prime256v1')
  if (privateKey) exchange.setPrivateKey(privateKey)
  else exchange.generateKeys()
  const ourKey = exchange.getPublicKey()
  const theirKey = Buffer.from(receiver.p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirKey, ourKey])
  const shared = exchange.computeSecret(theirKey)
  const secret = derive(shared, Buffer.from(receiver.auth, 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)

  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = Buffer.concat([
    cipher.update(delimited(Buffer.from(text), isPadded)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordBytes)
  sizes.writeUInt8(ourKey.length, 4)
  return Buffer.concat([salt, sizes, ourKey, record])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}

/** The plaintext, the delimiter of the last record, and padding. */
function delimited(plaintext: Buffer, isPadded: boolean): Buffer {
  if (plaintext.length > longestPlaintext) throw new Error('The push is too long.')
  const padded = Math.ceil(plaintext.length / paddingBytes) * paddingBytes
  const length = isPadded ? Math.min(padded, longestPlaintext) : plaintext.length
  const record = Buffer.alloc(length + 1)
  plaintext.copy(record)
  record[plaintext.length] = 2
  return record
}
