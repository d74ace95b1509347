import { BadRequestError } from '../../chat/rules/errors'
import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'
import { normalizePublicKeys } from '../protocols/jwt/public-keys'
import { normalizeCertificates } from '../protocols/saml/certificates'
import { readMetadata } from '../protocols/saml/metadata'

/**
 * The options to store, of those that can be told without asking the provider: keys in one form, and the facts of the
 * metadata in the place of typed ones.
 *
 * @param metadata XML that describes a SAML provider
 * @throws BadRequestError for metadata of another kind, and those that cannot be read
 */
export function completeWrittenOptions(
  kind: ProviderKind,
  options: ProviderOptions,
  metadata: string | undefined,
): ProviderOptions {
  const { certificates: typed = [], public_keys: keys, ...others } = options
  if (kind !== 'saml') {
    if (metadata !== undefined) throw new BadRequestError(`${kind} has no metadata.`)
    return keys ? { ...options, public_keys: normalizePublicKeys(keys) } : options
  }
  if (metadata !== undefined) {
    const { metadata_url: _replaced, ...rest } = others
    return { ...rest, ...readMetadata(metadata) }
  }
  const certificates = normalizeCertificates(typed)
  return { ...others, ...(certificates.length > 0 && { certificates }) }
}
