import type { ProviderOptions } from '../../../shared/rules/identity-providers'
import { BadRequestError } from '../../chat/rules/errors'

/*
 * The rules of the options of JSON Web Tokens. A secret and a public key are never both accepted: else anybody could sign with
 * the public key as the secret. Source: docs/protocol/single-sign-on.md#jwt.
 */

const known = /^(HS|RS|PS|ES)(256|384|512)$/

/** Whether an algorithm signs with a secret that both sides have. */
export const isBySecret = (algorithm: string): boolean => algorithm.startsWith('HS')

/** @throws BadRequestError */
export function checkJwtOptions({ algorithms = [], public_keys, jwks_url }: ProviderOptions): void {
  const wrong = algorithms.find((each) => !known.test(each))
  if (wrong !== undefined) {
    throw new BadRequestError(
      `algorithms has HS256, RS256, PS256, ES256 and the like, not ${wrong}.`,
    )
  }
  const hasKeys = (public_keys ?? []).length > 0
  if (algorithms.every(isBySecret)) {
    if (!hasKeys && jwks_url === undefined) return
    throw new BadRequestError(`${algorithms[0]} needs neither public_keys nor jwks_url.`)
  }
  if (algorithms.some(isBySecret)) {
    throw new BadRequestError(
      'algorithms has either those with a secret or those with public keys.',
    )
  }
  if (hasKeys === (jwks_url !== undefined)) {
    throw new BadRequestError(`${algorithms[0]} needs either public_keys or jwks_url.`)
  }
}

/**
 * Checks the secret of a provider of tokens.
 *
 * @param secret undefined: there is none
 * @throws BadRequestError
 */
export function checkJwtSecret(
  { algorithms = [] }: ProviderOptions,
  secret: string | undefined,
): void {
  if (!algorithms.some(isBySecret)) {
    if (secret === undefined) return
    throw new BadRequestError(`${algorithms[0]} has no secret.`)
  }
  // RFC 7518, 3.2: a key as long as the hash.
  const bytes = Math.max(...algorithms.map((algorithm) => Number(algorithm.slice(2)) / 8))
  if (Buffer.byteLength(secret ?? '') >= bytes) return
  throw new BadRequestError(`${algorithms[0]} needs a secret of ${bytes} characters or more.`)
}
