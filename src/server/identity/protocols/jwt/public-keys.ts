import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { BadRequestError } from '../../../chat/rules/errors'

const maxKeys = 3
const minRsaBits = 2_048

/**
 * Public keys as they are stored, PEM, without duplicates.
 *
 * @param texts public keys or certificates as PEM; a text may have several
 * @throws BadRequestError for text that is no public key, and for an RSA key that is too short
 */
export function normalizePublicKeys(texts: readonly string[]): string[] {
  const pieces = texts
    .flatMap((text) => text.split(/(?<=-----END [A-Z ]{1,40}-----)/))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  const found = [...new Set(pieces.map(normalize))]
  if (found.length > maxKeys) throw new BadRequestError(`public_keys has ${maxKeys} keys at most.`)
  return found
}

function normalize(pem: string): string {
  const key = read(pem)
  if (!key) throw new BadRequestError('public_keys must be public keys as PEM, RSA or elliptic.')
  const { modulusLength: bits = minRsaBits } = key.asymmetricKeyDetails ?? {}
  if (bits < minRsaBits) {
    throw new BadRequestError(`public_keys must have RSA keys of ${minRsaBits} bits or more.`)
  }
  return key.export({ type: 'spki', format: 'pem' }).toString().trim()
}

function read(pem: string): KeyObject | undefined {
  // A private key would be read as well, and stored where owners see it.
  if (!/^-----BEGIN (PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----/.test(pem)) return undefined
  try {
    const key = createPublicKey(pem)
    return ['rsa', 'rsa-pss', 'ec'].includes(key.asymmetricKeyType ?? '') ? key : undefined
  } catch {
    return undefined
  }
}
