import { BadRequestError } from '../../chat/rules/errors'
import { identityOf } from '../protocols/openid-claims'
import type { Identity } from '../protocols/identity'
import { attributesOf } from '../protocols/saml/check-response'
import { identifyByAssertion } from '../protocols/saml/identify'
import { BadXmlError, everyElement, readXml, trimmedText } from '../protocols/saml/xml'
import type { IdentityProvider } from '../providers/find-providers'

/*
 * Reads tokens that an owner pastes to try rules. Nothing is verified: the result lets nobody in.
 * Source: docs/protocol/single-sign-on.md#dry-run.
 */

/** Bounds of a pasted assertion. */
const bounds = { depth: 50, elements: 5_000, attributes: 10_000 }

/**
 * The person of a pasted text: an ID token, a SAML response as XML or base64, or claims as a JSON object.
 * @throws BadRequestError for any other text; LoginFailedError as at a login
 */
export function readPastedIdentity(provider: IdentityProvider, pasted: string): Identity {
  const text = pasted.trim()
  if (text.startsWith('<')) return identityInXml(provider, text)
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  if (decoded.trimStart().startsWith('<')) return identityInXml(provider, decoded)
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(text) ?? []
  const claims = objectIn(
    payload === undefined ? text : Buffer.from(payload, 'base64url').toString('utf8'),
  )
  return provider.kind === 'saml'
    ? identifyByAssertion(provider, {
        ...{ nameId: textAt(claims, 'nameId'), nameIdFormat: undefined, sessionIndex: undefined },
        attributes: listsOf(claims),
      })
    : identityOf(provider, claims)
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new BadRequestError('Paste an ID token, a SAML response, or claims as a JSON object.')
}

function identityInXml(provider: IdentityProvider, text: string): Identity {
  try {
    const elements = [...everyElement(readXml(text, bounds))]
    const assertion = elements.find(({ name }) => name === 'Assertion')
    if (!assertion) throw new BadXmlError('The text has no readable assertion.')
    const nameId = [...everyElement(assertion)].find(({ name }) => name === 'NameID')
    return identifyByAssertion(provider, {
      nameId: trimmedText(nameId),
      nameIdFormat: nameId?.attributes['Format'],
      sessionIndex: undefined,
      attributes: attributesOf(assertion),
    })
  } catch (error) {
    if (error instanceof BadXmlError) throw new BadRequestError(error.message)
    throw error
  }
}

const textAt = (claims: Record<string, unknown>, name: string) => {
  const value = claims[name]
  return typeof value === 'string' ? value : undefined
}

function listsOf(claims: Record<string, unknown>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).map(String),
    ]),
  )
}
