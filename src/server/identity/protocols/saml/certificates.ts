import { X509Certificate } from 'node:crypto'
import { BadRequestError } from '../../../chat/rules/errors'

/** Max certificates of a provider, each of which a signature is tried with. */
const maxCertificates = 3

/**
 * Certificates as they are stored, DER in base64, without duplicates.
 *
 * @param texts certificates as PEM or base64; a text may have several
 * @throws BadRequestError for text that is no certificate with an RSA key
 */
export function normalizeCertificates(texts: readonly string[]): string[] {
  const pieces = texts
    .flatMap((text) => text.split(/-----(?:BEGIN|END) CERTIFICATE-----|\n\s*\n/))
    .map((piece) => piece.replace(/\s/g, ''))
    .filter((piece) => piece !== '')
  const found = [...new Set(pieces.map(normalize))]
  if (found.length > maxCertificates) {
    throw new BadRequestError(`certificates has ${maxCertificates} certificates at most.`)
  }
  return found
}

function normalize(base64: string): string {
  const certificate = read(Buffer.from(base64, 'base64'))
  if (!certificate) throw new BadRequestError('certificates must be X.509 certificates.')
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') {
    throw new BadRequestError('certificates must have RSA keys.')
  }
  return certificate.raw.toString('base64')
}

function read(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der)
  } catch {
    return undefined
  }
}
