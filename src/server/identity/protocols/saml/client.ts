import { randomBytes } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import type { ProviderOptions } from '../../../../shared/rules/identity-providers'

/** Times of a provider may differ from those of this machine by so much. */
export const clockToleranceMs = 60_000

/**
 * The name of this server at a provider, which is the address of its metadata.
 * Source: docs/protocol/single-sign-on.md#saml-metadata.
 */
export function entityIdAt(callbackUrl: string): string {
  return `${callbackUrl}metadata.xml`
}

/** The library, set so that it accepts nothing without a signature of the provider. */
export async function makeClient(
  { entity_id: issuer = '', sso_url: entryPoint = '', slo_url, certificates = [] }: ProviderOptions,
  { callbackUrl, requestId = newRequestId() }: { callbackUrl: string; requestId?: string },
): Promise<SAML> {
  const { SAML } = await import('@node-saml/node-saml')
  const entityId = entityIdAt(callbackUrl)
  return new SAML({
    ...{ issuer: entityId, audience: entityId, callbackUrl, entryPoint, idpIssuer: issuer },
    ...(slo_url !== undefined && { logoutUrl: slo_url }),
    idpCert: [...certificates],
    // Either signature suffices: the assertion is read from the signed part alone.
    ...{ wantAssertionsSigned: false, wantAuthnResponseSigned: false },
    acceptedClockSkewMs: clockToleranceMs,
    // The provider chooses how people log in, and which name it gives them.
    ...{ disableRequestedAuthnContext: true, identifierFormat: null },
    generateUniqueId: () => requestId,
  })
}

/** An XML name; 160 random bits. */
export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`
}

/** The metadata of this server for a provider. Source: docs/protocol/single-sign-on.md#saml-metadata. */
export async function describeServer(callbackUrl: string): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  const logoutCallbackUrl = `${callbackUrl}logout/`
  const xml = generateServiceProviderMetadata({
    ...{ issuer: entityIdAt(callbackUrl), callbackUrl, logoutCallbackUrl, identifierFormat: null },
    ...{ wantAssertionsSigned: true, generateUniqueId: newRequestId },
  })
  // The library names one binding.
  return xml.replace(
    /<SingleLogoutService [^>]*>/,
    (service) => `${service.replace('HTTP-POST', 'HTTP-Redirect')}${service}`,
  )
}
