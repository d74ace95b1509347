import { LoginFailedError } from '../../errors'
import type { ProviderOptions } from '../../../../shared/rules/identity-providers'
import { RefusedByProvider } from '../refused-by-provider'
import { clockToleranceMs, makeClient } from './client'
import { childrenOf, everyElement, onlyChild, readXml, trimmedText } from './xml'
import type { XmlElement } from './xml'

/** An assertion whose signature and rules were checked. */
export interface CheckedAssertion {
  id: string
  nameId: string | undefined
  nameIdFormat: string | undefined
  /** Name of the session at the provider. */
  sessionIndex: string | undefined
  /** The values of each attribute, by its name. */
  attributes: Readonly<Record<string, readonly string[]>>
  /** Id of the request that it answers; undefined for a login that began at the provider. */
  inResponseTo: string | undefined
  /** Time after which it is refused, in milliseconds since 1970. */
  expiresAt: number
}

/**
 * Strangers may send a response. The time to check its signature grows with the square of depth and width: 40 ms for each
 * certificate at these bounds.
 */
export const responseBounds = { depth: 12, elements: 400, attributes: 800 }

/** The response breaks a rule; the message is for administrators. */
export class BadResponseError extends Error {
  override name = 'BadResponseError'
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const algorithms =
  /^http:\/\/www\.w3\.org\/(2001\/04\/xmldsig-more#(rsa-)?sha(256|384|512)|2001\/04\/xmlenc#sha(256|512)|2007\/05\/xmldsig-more#sha256-rsa-MGF1)$/

/**
 * Checks a response of a provider. The answer has only facts that the provider has signed.
 *
 * @param encoded the field SAMLResponse
 * @throws BadResponseError, BadXmlError, RefusedByProvider; errors of the library
 * Source: docs/protocol/single-sign-on.md#saml-checks.
 */
export async function checkResponse(
  options: ProviderOptions,
  { encoded, callbackUrl }: { encoded: string; callbackUrl: string },
): Promise<CheckedAssertion> {
  const xml = decode(encoded)
  checkEnvelope(readXml(xml, responseBounds), options, callbackUrl)
  const client = await makeClient(options, { callbackUrl })
  const { profile } = await client.validatePostResponseAsync({
    SAMLResponse: Buffer.from(xml).toString('base64'),
  })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw new BadResponseError('The response has no signed assertion.')
  return checkAssertion(readXml(signed, responseBounds), options, callbackUrl)
}

/** The text of a base64. @throws BadResponseError for markup that parsers read differently */
export function decode(encoded: string): string {
  const xml = Buffer.from(encoded, 'base64').toString('utf8').trim()
  const body = xml.replace(/^\ufeff?<\?xml [^?<>]*\?>/, '')
  // Comments split texts, and a document type brings entities.
  if (/<[!?]/.test(body)) {
    throw new BadResponseError('A comment, a document type or an instruction is not accepted.')
  }
  return xml
}

/** Checks the parts around the assertion, which may be unsigned: each rule can only refuse. */
function checkEnvelope(
  response: XmlElement,
  { entity_id: issuer }: ProviderOptions,
  callbackUrl: string,
): void {
  if (response.name !== 'Response') throw new BadResponseError('This is no response of SAML.')
  checkStatus(response)
  const { Destination: destination = callbackUrl } = response.attributes
  if (destination !== callbackUrl) {
    throw new BadResponseError(`The response is for ${destination}.`)
  }
  const named = trimmedText(onlyChild(response, 'Issuer'))
  if (named !== undefined && named !== issuer) {
    throw new BadResponseError(`The response is from ${named}.`)
  }
  if (childrenOf(response, 'EncryptedAssertion').length > 0) {
    throw new BadResponseError('The assertion is encrypted. Switch that off at the provider.')
  }
  let assertions = 0
  for (const { name } of everyElement(response)) {
    if (name === 'Assertion' && ++assertions > 1) {
      throw new BadResponseError('The response has several assertions.')
    }
  }
  checkAlgorithms(response)
}

/** @throws BadResponseError for a signature by another algorithm than RSA and SHA-256 or longer */
export function checkAlgorithms(element: XmlElement): void {
  for (const { name, attributes } of everyElement(element)) {
    if (name !== 'SignatureMethod' && name !== 'DigestMethod') continue
    const { Algorithm: algorithm = '' } = attributes
    if (!algorithms.test(algorithm)) {
      throw new BadResponseError(`Signatures by ${algorithm} are not accepted; use SHA-256.`)
    }
  }
}

function checkStatus(response: XmlElement): void {
  const status = onlyChild(response, 'Status')
  const code = status && onlyChild(status, 'StatusCode')
  if (!status || !code) throw new BadResponseError('The response has no status.')
  if (code.attributes['Value'] === success) return
  const { Value: value = '' } = (onlyChild(code, 'StatusCode') ?? code).attributes
  const message = trimmedText(onlyChild(status, 'StatusMessage')) ?? value.replace(/^.*:/, '')
  throw new RefusedByProvider({ message: message.slice(0, maxMessage) })
}

const maxMessage = 300

/** Checks the signed part, whose signature, audience and conditions the library has checked. */
function checkAssertion(
  assertion: XmlElement,
  { entity_id: issuer }: ProviderOptions,
  callbackUrl: string,
): CheckedAssertion {
  const { ID: id = '' } = assertion.attributes
  if (assertion.name !== 'Assertion' || id === '') throw new BadResponseError('No assertion.')
  const named = trimmedText(onlyChild(assertion, 'Issuer'))
  if (named !== issuer) throw new BadResponseError(`The assertion is from ${named ?? 'nobody'}.`)
  const subject = onlyChild(assertion, 'Subject')
  if (!subject) throw new BadResponseError('The assertion has no subject.')
  const { inResponseTo, expiresAt } = confirmationOf(subject, callbackUrl)
  const nameId = onlyChild(subject, 'NameID')
  return {
    ...{ id, inResponseTo, expiresAt },
    nameId: trimmedText(nameId),
    nameIdFormat: nameId?.attributes['Format'],
    sessionIndex: onlyChild(assertion, 'AuthnStatement')?.attributes['SessionIndex'],
    attributes: attributesOf(assertion),
  }
}

/** The confirmation that the bearer of the assertion, at this address and now, is its subject. */
function confirmationOf(
  subject: XmlElement,
  callbackUrl: string,
): Pick<CheckedAssertion, 'inResponseTo' | 'expiresAt'> {
  const faults: string[] = []
  for (const confirmation of childrenOf(subject, 'SubjectConfirmation')) {
    if (confirmation.attributes['Method'] !== bearer) continue
    const { attributes = {} } = onlyChild(confirmation, 'SubjectConfirmationData') ?? {}
    const { Recipient: recipient, NotOnOrAfter: end, NotBefore: start } = attributes
    const expiresAt = Date.parse(end ?? '') + clockToleranceMs
    if (recipient !== callbackUrl) faults.push(`The assertion is for ${recipient ?? 'nobody'}.`)
    else if (!(Date.now() < expiresAt)) faults.push(`The assertion expired at ${end ?? 'no time'}.`)
    else if (start !== undefined && !(Date.now() + clockToleranceMs >= Date.parse(start))) {
      faults.push(`The assertion is valid from ${start}.`)
    } else return { inResponseTo: attributes['InResponseTo'], expiresAt }
  }
  throw new BadResponseError(faults[0] ?? 'The assertion has no confirmation of a bearer.')
}

/** The attributes of an assertion, each with its values. */
export function attributesOf(assertion: XmlElement): Record<string, string[]> {
  const named = childrenOf(assertion, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'Attribute'))
    .map((attribute): [string, string[]] => [
      attribute.attributes['Name'] ?? '',
      childrenOf(attribute, 'AttributeValue').flatMap((value) => trimmedText(value) ?? []),
    ])
  return Object.fromEntries(named)
}

const maxReason = 500

/** The refusal of a login whose response breaks a rule. */
export function refusalOf(name: string, reason: string, cause?: unknown): LoginFailedError {
  return new LoginFailedError(`The answer of ${name} could not be verified.`, {
    ...{ reason: reason.slice(0, maxReason), cause },
  })
}
