import { createHash } from 'node:crypto'
import sodium from 'libsodium-wrappers'
import { asRecord } from './checked'
import type { Arguments } from './person'

/** The part of an app for encrypted pushes: its keys, its token, and what it reads of a push. */
export class EncryptingApp {
  readonly kind: 'fcm' | 'apns'
  readonly token: string
  readonly #keys = new Map<number, Uint8Array>()

  /** @param token of FCM or APNs */
  constructor(kind: 'fcm' | 'apns', token: string) {
    this.kind = kind
    this.token = token
  }

  get tokenId(): string {
    return createHash('sha256').update(this.token).digest().subarray(0, 8).toString('base64')
  }

  /** Makes a key. @returns its arguments for the server */
  key(id: number): Arguments {
    const secret = sodium.crypto_secretbox_keygen()
    this.#keys.set(id, secret)
    const push_key = Buffer.concat([Buffer.from([0x31]), secret]).toString('base64')
    return { push_key_id: id, push_key }
  }

  /** Seals the token. @returns its arguments for the server */
  registration(publicKey: string, at: Date, changed: Record<string, unknown> = {}): Arguments {
    const content = {
      ...{ token_kind: this.kind, token: this.token, timestamp: Math.floor(at.getTime() / 1_000) },
      ...(this.kind === 'apns' && { ios_app_id: 'org.zulip.Zulip' }),
      ...changed,
    }
    const key = new Uint8Array(Buffer.from(publicKey, 'base64'))
    const sealed = sodium.crypto_box_seal(JSON.stringify(content), key)
    return {
      ...{ token_kind: this.kind, token_id: this.tokenId, bouncer_public_key: publicKey },
      encrypted_push_registration: Buffer.from(sealed).toString('base64'),
    }
  }

  /** Reads a push with the key that it names. @throws if the key is another one, or the data were changed */
  read(push: Record<string, unknown>): Record<string, unknown> {
    const { push_key_id, encrypted_data } = push
    const key = this.#keys.get(Number(push_key_id))
    if (!key) throw new Error(`The app has no key ${String(push_key_id)}.`)
    const bytes = new Uint8Array(Buffer.from(String(encrypted_data), 'base64'))
    const length = sodium.crypto_secretbox_NONCEBYTES
    const text = sodium.crypto_secretbox_open_easy(
      bytes.subarray(length),
      bytes.subarray(0, length),
      key,
      'text',
    )
    return asRecord(JSON.parse(text))
  }
}

/** Loads the cryptography of apps before the tests of a block. */
export function useEncryptingApps(): void {
  beforeAll(() => sodium.ready)
}
