import type { AppContext } from '../../../context'
import { BadRequestError } from '../../../chat/rules/errors'
import type { ProviderOptions } from '../../../../shared/rules/identity-providers'
import { LoginFailedError } from '../../errors'
import { createProviderFetch } from '../outgoing-fetch'
import { normalizeCertificates } from './certificates'
import { BadXmlError, childrenOf, everyElement, onlyChild, readXml, trimmedText } from './xml'
import type { XmlElement } from './xml'

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const bounds = { depth: 30, elements: 20_000, attributes: 40_000 }

/** The options that the metadata of a provider tell. */
export type MetadataOptions = Required<
  Pick<ProviderOptions, 'entity_id' | 'sso_url' | 'certificates'>
> &
  Pick<ProviderOptions, 'slo_url'>

/**
 * Reads the metadata of a provider.
 * @throws BadRequestError for text that does not describe one provider
 * Source: docs/protocol/single-sign-on.md#saml-metadata.
 */
export function readMetadata(xml: string): MetadataOptions {
  const entities = Array.from(everyElement(readDocument(xml))).filter(
    (element) => element.name === 'EntityDescriptor' && onlyChild(element, 'IDPSSODescriptor'),
  )
  const [entity] = entities
  const descriptor = entity && onlyChild(entity, 'IDPSSODescriptor')
  if (!descriptor || entities.length > 1) {
    throw new BadRequestError('metadata must describe exactly one identity provider.')
  }
  const address = addressIn(descriptor, 'SingleSignOnService')
  const logout = addressIn(descriptor, 'SingleLogoutService')
  if (address === undefined) {
    throw new BadRequestError('metadata has no address for logins by HTTP-Redirect.')
  }
  const certificates = childrenOf(descriptor, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes['use'] ?? 'signing') === 'signing')
    .flatMap((key) => Array.from(everyElement(key)))
    .filter(({ name }) => name === 'X509Certificate')
    .flatMap((element) => trimmedText(element) ?? [])
  return {
    entity_id: entity.attributes['entityID'] ?? '',
    sso_url: address,
    ...(logout !== undefined && { slo_url: logout }),
    certificates: normalizeCertificates(certificates),
  }
}

/** The address of a service for HTTP-Redirect. */
function addressIn(descriptor: XmlElement, service: string): string | undefined {
  return childrenOf(descriptor, service).find(
    ({ attributes }) => attributes['Binding'] === redirectBinding,
  )?.attributes['Location']
}

function readDocument(xml: string): XmlElement {
  try {
    return readXml(xml, bounds)
  } catch (error) {
    if (!(error instanceof BadXmlError)) throw error
    throw new BadRequestError(`metadata cannot be read: ${error.message}`)
  }
}

/**
 * Fetches the metadata of a provider.
 * @throws LoginFailedError for plain HTTP to the Internet and for an answer that is no success; BadRequestError;
 *   errors of the connection
 * Source: docs/protocol/single-sign-on.md#provider-addresses.
 */
export async function fetchMetadata(
  { addresses }: Pick<AppContext, 'addresses'>,
  address: string,
): Promise<MetadataOptions> {
  const url = new URL(address)
  if (url.protocol === 'http:' && !addresses.isExcepted(url.hostname)) {
    throw new LoginFailedError('The address of the metadata must begin with https://.')
  }
  const answer = await createProviderFetch(addresses)(address, {
    headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
  })
  if (!answer.ok)
    throw new LoginFailedError(`The address of the metadata answers ${answer.status}.`)
  return readMetadata(await answer.text())
}
