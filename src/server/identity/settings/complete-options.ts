import { X509Certificate } from 'node:crypto'
import type { AppContext } from '../../context'
import { BadRequestError } from '../../chat/rules/errors'
import { LoginFailedError } from '../errors'
import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'
import { completeWrittenOptions } from './complete-written'
import { reasonOfFailure } from '../protocols/failures'
import { fetchMetadata } from '../protocols/saml/metadata'
import type { MetadataOptions } from '../protocols/saml/metadata'

export interface GivenOptions {
  kind: ProviderKind
  options: ProviderOptions
  /** XML that describes a SAML provider. */
  metadata: string | undefined
  /** Options of the provider before the change. */
  before?: ProviderOptions
}

/**
 * The options to store: those that the metadata of a SAML provider tell take the place of typed ones.
 * @throws BadRequestError for metadata of another kind, and those that cannot be read or fetched
 * Source: docs/protocol/single-sign-on.md#saml-metadata.
 */
export async function completeOptions(
  ctx: Pick<AppContext, 'addresses'>,
  { kind, options, metadata, before }: GivenOptions,
): Promise<ProviderOptions> {
  const { metadata_url: address, certificates: _typed, ...others } = options
  if (kind === 'ldap' && metadata === undefined) return completeDirectory(options)
  if (kind !== 'saml' || metadata !== undefined || address === undefined) {
    return completeWrittenOptions(kind, options, metadata)
  }
  return { ...others, ...(await fetchOrKeep(ctx, address, before)), metadata_url: address }
}

/**
 * A field of the web app has several texts, with empty lines between them.
 * @throws BadRequestError for an authority that is no certificate
 */
function completeDirectory(options: ProviderOptions): ProviderOptions {
  const { ca_certificates: authorities = [], required_attributes: texts = [], ...others } = options
  const pems = authorities.flatMap((text) => text.split(/(?=-----BEGIN CERTIFICATE-----)/))
  const ca = [...new Set(pems.map((pem) => pem.trim()).filter((pem) => pem !== ''))]
  if (!ca.every(isCertificate)) {
    throw new BadRequestError('ca_certificates must be X.509 certificates as PEM.')
  }
  const blocks = texts.flatMap((text) => text.split(/\n\s*\n/)).filter((text) => text.trim() !== '')
  return {
    ...others,
    ...(ca.length > 0 && { ca_certificates: ca }),
    ...(blocks.length > 0 && { required_attributes: blocks }),
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

/** A provider that is away keeps the facts that it told before. */
async function fetchOrKeep(
  ctx: Pick<AppContext, 'addresses'>,
  address: string,
  before: ProviderOptions | undefined,
): Promise<MetadataOptions> {
  if (!URL.canParse(address)) throw new BadRequestError('metadata_url must be an address.')
  try {
    return await fetchMetadata(ctx, address)
  } catch (error) {
    const { entity_id, sso_url, slo_url, certificates } = before ?? {}
    const isKept = before?.metadata_url === address && entity_id && sso_url && certificates
    if (isKept)
      return { entity_id, sso_url, certificates, ...(slo_url !== undefined && { slo_url }) }
    if (error instanceof BadRequestError) throw error
    const failure = error instanceof LoginFailedError ? error : reasonOfFailure(kindName, error)
    throw new BadRequestError(`metadata_url cannot be fetched: ${failure.reason}`)
  }
}

const kindName = 'The provider'
