import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { shapedLike } from './checked'

/** The faults and oddities of a device. */
export interface Misconduct {
  /** Origin of the page that asks; default: that of the device. */
  origin?: string
  /** Site that the signature is for; default: that of the device. */
  rpId?: string
  /** Number that the device has counted; default: one more than before. */
  counter?: number
  /** Whether the device has asked for a PIN or a finger; default: true. */
  isPersonVerified?: boolean
  /** Type of the ceremony that the browser notes. */
  type?: string
  /** Changes the signature. */
  isForged?: boolean
}

/** An authenticator with one passkey (ES256), without a browser. */
export class PasskeyDevice {
  readonly id = randomBytes(32)
  counter = 0
  private userHandle: Buffer | undefined
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** @param origin page on which the passkey works */
  constructor(readonly origin: string) {}

  private get rpId(): string {
    return new URL(this.origin).hostname
  }

  /** Makes the passkey for options of the server. */
  create(options: unknown, misconduct: Misconduct = {}) {
    const { challenge, user } = shapedLike(options, { challenge: '', user: { id: '' } })
    this.userHandle = Buffer.from(user.id, 'base64url')
    const authData = this.authenticatorData(misconduct, keyData(this.id, this.keys.publicKey))
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[textOf('fmt'), textOf('none'), textOf('attStmt'), Buffer.from([0xa0])],
      ...[textOf('authData'), bytesOf(authData)],
    ])
    return {
      ...this.names(),
      response: {
        clientDataJSON: this.clientData(challenge, misconduct, 'webauthn.create'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs the challenge of a login. */
  use(options: unknown, misconduct: Misconduct = {}) {
    const { challenge } = shapedLike(options, { challenge: '' })
    this.counter = misconduct.counter ?? this.counter + 1
    const authData = this.authenticatorData({ counter: this.counter, ...misconduct })
    const clientDataJSON = this.clientData(challenge, misconduct, 'webauthn.get')
    const digest = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signed = misconduct.isForged === true ? [digest, authData] : [authData, digest]
    return {
      ...this.names(),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat(signed), this.keys.privateKey).toString(
          'base64url',
        ),
        userHandle: this.userHandle?.toString('base64url') ?? '',
      },
    }
  }

  private names() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' }
  }

  private clientData(challenge: string, { type, origin }: Misconduct, usual: string): string {
    const data = { type: type ?? usual, challenge, origin: origin ?? this.origin }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  private authenticatorData(misconduct: Misconduct, key?: Buffer): Buffer {
    const { rpId = this.rpId, counter = this.counter, isPersonVerified = true } = misconduct
    const flags = 0x01 | (isPersonVerified ? 0x04 : 0) | (key ? 0x40 : 0)
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const site = createHash('sha256').update(rpId).digest()
    return Buffer.concat([site, Buffer.from([flags]), counted, ...(key ? [key] : [])])
  }
}

/** The credential in the data of a new passkey: model, id, and the public key as COSE. */
function keyData(id: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytesOf(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytesOf(Buffer.from(y, 'base64url')),
  ])
  return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
}

/** CBOR of a short text. */
const textOf = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** CBOR of at most 255 bytes. */
const bytesOf = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
