import { createVerify } from 'node:crypto'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { ProviderSession } from '../../../data/schema'
import type { ProviderOptions } from '../../../../shared/rules/identity-providers'
import { BadResponseError, checkAlgorithms, decode } from './check-response'
import { clockToleranceMs, makeClient } from './client'
import { childrenOf, onlyChild, readXml, trimmedText } from './xml'
import type { XmlElement } from './xml'

/* Single log-out. Source: docs/protocol/single-sign-on.md#saml-logout. */

/** A request of a provider to log a person out. */
export interface LogoutRequest {
  id: string
  nameId: string
  /** Time after which it is refused, in milliseconds since 1970. */
  expiresAt: number
}

/** A request as a browser brought it: the query of the address, or the field of a form. */
export type BroughtRequest = { query: string } | { form: string }

/** Max time from the making of a request until it comes. */
const maxAgeMs = 300_000
const bounds = { depth: 12, elements: 100, attributes: 200 }

/**
 * Checks a request to log a person out, which must be signed.
 *
 * @param address of this server's log-out
 * @throws BadResponseError, BadXmlError; errors of the library
 */
export async function checkLogoutRequest(
  options: ProviderOptions,
  {
    brought,
    address,
    callbackUrl,
  }: { brought: BroughtRequest; address: string; callbackUrl: string },
): Promise<LogoutRequest> {
  const isForm = 'form' in brought
  const xml = isForm ? decode(brought.form) : await readSignedQuery(options, brought.query)
  const request = readXml(xml, bounds)
  checkAlgorithms(request)
  if (isForm) {
    const client = await makeClient(options, { callbackUrl })
    await client.validatePostRequestAsync({ SAMLRequest: Buffer.from(xml).toString('base64') })
  }
  return checkRequest(request, options, address)
}

function checkRequest(
  request: XmlElement,
  { entity_id: issuer }: ProviderOptions,
  address: string,
): LogoutRequest {
  const { ID: id = '', IssueInstant: made = '', NotOnOrAfter: end } = request.attributes
  const { Destination: destination = address } = request.attributes
  if (request.name !== 'LogoutRequest' || id === '') {
    throw new BadResponseError('This is no request to log out.')
  }
  const named = trimmedText(onlyChild(request, 'Issuer'))
  if (named !== issuer) throw new BadResponseError(`The request is from ${named ?? 'nobody'}.`)
  if (destination !== address) throw new BadResponseError(`The request is for ${destination}.`)
  const expiresAt = Math.min(
    Date.parse(made) + maxAgeMs,
    end === undefined ? Infinity : Date.parse(end),
  )
  if (!(Date.now() < expiresAt + clockToleranceMs)) {
    throw new BadResponseError('The request has expired.')
  }
  const nameId = trimmedText(onlyChild(request, 'NameID'))
  if (nameId === undefined || childrenOf(request, 'NameID').length > 1) {
    throw new BadResponseError('The request names nobody.')
  }
  return { id, nameId, expiresAt: expiresAt + clockToleranceMs }
}

const maxBytes = 65_536
const inflate = promisify(inflateRaw)

const hashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}

/**
 * The XML of a query. The signature covers the texts as the browser has sent them; each of which may stand once, and is read
 * from there alone: a name can be written in several ways.
 */
async function readSignedQuery(
  { certificates = [] }: ProviderOptions,
  query: string,
): Promise<string> {
  const pieces = query.split('&')
  const find = (name: string): string | undefined => {
    const found = pieces.filter((piece) => piece.split('=', 1)[0] === name)
    if (found.length > 1) throw new BadResponseError(`The request has several texts ${name}.`)
    return found[0]
  }
  const valueOf = (name: string) => new URLSearchParams(find(name)).get(name) ?? ''
  const hash = hashes[valueOf('SigAlg')]
  if (hash === undefined) {
    throw new BadResponseError('The request is not signed by RSA and SHA-256.')
  }
  const parts = [find('SAMLRequest'), find('RelayState'), find('SigAlg')]
  const signed = parts.filter((part) => part !== undefined).join('&')
  const signature = Buffer.from(valueOf('Signature'), 'base64')
  const isSigned = certificates.some((certificate) =>
    createVerify(hash).update(signed).verify(pemOf(certificate), signature),
  )
  if (!isSigned) throw new BadResponseError('The signature of the request is wrong.')
  const xml = await inflate(Buffer.from(valueOf('SAMLRequest'), 'base64'), {
    maxOutputLength: maxBytes,
  })
  return decode(xml.toString('base64'))
}

const pemOf = (certificate: string) =>
  `-----BEGIN CERTIFICATE-----\n${certificate.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----`

/** The address to which the browser brings the answer of this server; undefined if the provider has none. */
export async function answerAddress(
  options: ProviderOptions,
  { id, relayState, callbackUrl }: { id: string; relayState: string; callbackUrl: string },
): Promise<string | undefined> {
  if (options.slo_url === undefined) return undefined
  const client = await makeClient(options, { callbackUrl })
  const request = { ID: id, issuer: '', nameID: '', nameIDFormat: '' }
  return client.getLogoutResponseUrlAsync(request, relayState, {}, true)
}

/** The address at which the provider ends its session, too; undefined if it has none. */
export async function logoutAddress(
  options: ProviderOptions,
  { nameId, nameIdFormat, sessionIndex }: ProviderSession,
  callbackUrl: string,
): Promise<string | undefined> {
  if (options.slo_url === undefined) return undefined
  const client = await makeClient(options, { callbackUrl })
  const person = {
    ...{ issuer: options.entity_id ?? '', nameID: nameId, nameIDFormat: nameIdFormat ?? '' },
    ...(sessionIndex !== undefined && { sessionIndex }),
  }
  return client.getLogoutUrlAsync(person, '', {})
}
