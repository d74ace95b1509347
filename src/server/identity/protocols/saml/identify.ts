import { LoginFailedError } from '../../errors'
import type { IdentityProvider } from '../../providers/find-providers'
import type { Identity } from '../identity'
import type { CheckedAssertion } from './check-response'

/*
 * The names under which Entra, Okta, Keycloak, Google, ADFS and Shibboleth send the facts of a person. Source:
 * docs/protocol/single-sign-on.md#saml-attributes.
 */

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

const emailNames = [
  ...[`${claims}/emailaddress`, 'email', 'mail', 'emailAddress', 'Email', 'user.email'],
  ...['urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:1.2.840.113549.1.9.1'],
]
const fullNames = [
  ...['http://schemas.microsoft.com/identity/claims/displayname', 'displayName', 'fullName'],
  ...['name', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3'],
]
const firstNames = [
  ...[`${claims}/givenname`, 'firstName', 'first_name', 'givenName', 'FirstName'],
  ...['user.firstName', 'urn:oid:2.5.4.42'],
]
const lastNames = [
  ...[`${claims}/surname`, 'lastName', 'last_name', 'surname', 'sn', 'LastName'],
  ...['user.lastName', 'urn:oid:2.5.4.4'],
]

/** The part of an assertion that tells a person. */
type AssertedPerson = Pick<
  CheckedAssertion,
  'nameId' | 'nameIdFormat' | 'sessionIndex' | 'attributes'
>

const formats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
}

/**
 * The person of an assertion.
 * @throws LoginFailedError without a name of the person that stays the same
 */
export function identifyByAssertion(
  { name, options }: IdentityProvider,
  { nameId, nameIdFormat, sessionIndex, attributes }: AssertedPerson,
): Identity {
  const first = (names: readonly string[]) =>
    names.flatMap((each) => attributes[each]?.[0] ?? []).at(0)
  const chosen = (option: string | undefined, names: readonly string[]) =>
    first(option === undefined ? names : [option])

  const { id_attribute: idName } = options
  const isTransient = idName === undefined && nameIdFormat === formats.transient
  const subject = idName === undefined ? nameId : first([idName])
  if (subject === undefined || isTransient) {
    throw new LoginFailedError(`${name} did not tell who you are.`, {
      reason: isTransient
        ? 'The NameID is transient. Choose a persistent one, or an attribute as id_attribute.'
        : `The assertion has no ${idName ?? 'NameID'}.`,
    })
  }
  const named = nameIdFormat === formats.email && options.email_attribute === undefined
  const email = chosen(options.email_attribute, emailNames) ?? (named ? nameId : undefined)
  const parts = [
    chosen(options.first_name_attribute, firstNames),
    chosen(options.last_name_attribute, lastNames),
  ].filter((part) => part !== undefined)
  return {
    // A provider may have the same name in OpenID Connect, where its subjects are others.
    issuer: `saml:${options.entity_id ?? ''}`,
    subject,
    addresses: email === undefined ? [] : [email],
    fullName: chosen(options.full_name_attribute, fullNames) ?? (parts.join(' ') || undefined),
    session: nameId === undefined ? undefined : { nameId, nameIdFormat, sessionIndex },
    claims: { nameId, ...attributes },
  }
}
