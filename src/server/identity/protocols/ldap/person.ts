import { createHash } from 'node:crypto'
import type { Entry } from 'ldapts'
import { isEmailAddress } from '../../../chat/rules/names'
import { LoginFailedError } from '../../errors'
import type { IdentityProvider } from '../../providers/find-providers'
import type { Identity } from '../identity'
import { normalDn, pairsIn } from '../../providers/directory-options'
import { bytesIn, claimsOf, defaultNames, loginAttributeOf, textsIn } from './attributes'

/** A person of a directory. */
export interface DirectoryPerson extends Identity {
  /** The id that stays. */
  subject: string
  /** Attributes: one value as a text, several as a list. */
  claims: Readonly<Record<string, string | string[]>>
  /** Whether the directory, or the options of the provider, keep the person out. */
  isKeptOut: boolean
  /** Changes with everything that this server takes over, and with the rules for it. */
  digest: string
  picture: { bytes: Buffer; digest: string } | undefined
}

/** Max bytes of a picture. */
const maxPictureBytes = 4 * 1_048_576

/**
 * The person of an entry.
 * @param groups names of the groups that the person is in
 * @throws LoginFailedError for an entry without an id that stays
 * Source: docs/protocol/single-sign-on.md#ldap-identity.
 */
export function personOf(
  provider: IdentityProvider,
  entry: Entry,
  groups: readonly string[],
): DirectoryPerson {
  const { options } = provider
  const claims = claimsOf(entry, groups)
  const told = {
    ...identityIn(provider, entry),
    addresses: addressesIn(provider, entry),
    fullName: nameIn(provider, entry),
    isKeptOut: isDisabled(provider, entry) || !isAdmitted(options.required_attributes, claims),
  }
  const bytes = pictureIn(provider, entry)
  const picture = bytes && { bytes, digest: digestOf(bytes) }
  return {
    ...told,
    claims,
    picture,
    digest: digestOf(JSON.stringify([told, claims, provider.claimRules])),
  }
}

const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest('base64url')

/** The names of the attributes are part of the issuer: ids of two attributes can be alike. */
function identityIn(
  { slug, name, options }: IdentityProvider,
  entry: Entry,
): Pick<DirectoryPerson, 'issuer' | 'subject'> {
  for (const attribute of idAttributesOf(options)) {
    const subject = idIn(entry, attribute)
    if (subject !== undefined) return { issuer: issuerOf(slug, attribute), subject }
  }
  const reason = `${entry.dn} has no ${idAttributesOf(options).join(' or ')}. Choose id_attribute.`
  throw new LoginFailedError(`${name} did not tell who you are.`, { reason })
}

/** Attributes with ids that stay, the preferred one first. */
const idAttributesOf = ({ id_attribute: chosen }: IdentityProvider['options']): string[] =>
  chosen === undefined ? ['entryUUID', 'objectGUID'] : [chosen]

const issuerOf = (slug: string, attribute: string) => `ldap:${slug}:${attribute.toLowerCase()}`

function idIn(entry: Entry, attribute: string): string | undefined {
  if (attribute.toLowerCase() !== 'objectguid') return textsIn(entry, attribute)[0]
  const bytes = bytesIn(entry, attribute)
  return bytes?.length === 16 ? guidOf(bytes) : undefined
}

/** The canonical text of an `objectGUID`, whose first three groups are little-endian. */
function guidOf(bytes: Buffer): string {
  const hex = [
    ...[Buffer.from(bytes.subarray(0, 4)).reverse(), Buffer.from(bytes.subarray(4, 6)).reverse()],
    ...[Buffer.from(bytes.subarray(6, 8)).reverse(), bytes.subarray(8, 10), bytes.subarray(10)],
  ]
  return hex.map((part) => part.toString('hex')).join('-')
}

function addressesIn({ options }: IdentityProvider, entry: Entry): string[] {
  const { append_domain: domain, email_attribute: attribute = defaultNames.email } = options
  const [name] = textsIn(entry, loginAttributeOf(options))
  const told =
    domain === undefined
      ? textsIn(entry, attribute)
      : name === undefined
        ? []
        : [`${name}@${domain.replace(/^@/, '')}`]
  return told.filter(isEmailAddress)
}

function nameIn({ options }: IdentityProvider, entry: Entry): string | undefined {
  const { full_name_attribute: full, first_name_attribute: first } = options
  const { last_name_attribute: last } = options
  const parts = [first, last].flatMap((each) =>
    each === undefined ? [] : textsIn(entry, each).slice(0, 1),
  )
  if (full === undefined && parts.length > 0) return parts.join(' ')
  const names = full === undefined ? defaultNames.fullName : [full]
  return names.flatMap((each) => textsIn(entry, each)).at(0) ?? (parts.join(' ') || undefined)
}

/** Bit 2 of `userAccountControl`: the account is disabled, in Active Directory. */
const disabledBit = 2

function isDisabled({ options }: IdentityProvider, entry: Entry): boolean {
  const [control = '0'] = textsIn(entry, 'userAccountControl')
  const { disabled_attribute: attribute } = options
  const marks = attribute === undefined ? [] : textsIn(entry, attribute)
  return (Number(control) & disabledBit) !== 0 || marks.some((mark) => /^(true|yes)$/i.test(mark))
}

/** Whether a person has all attributes of one of the texts. */
function isAdmitted(
  texts: readonly string[] | undefined,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  if (texts === undefined || texts.length === 0) return true
  const values = new Map(
    Object.entries(claims).map(([name, value]) => [
      name.toLowerCase(),
      [value].flat().map((each) => normalDn(String(each))),
    ]),
  )
  return texts.some((text) =>
    pairsIn(text).every(([name, value]) => values.get(name)?.includes(value)),
  )
}

function pictureIn({ options }: IdentityProvider, entry: Entry): Buffer | undefined {
  const { picture_attribute: attribute } = options
  const bytes = attribute === undefined ? undefined : bytesIn(entry, attribute)
  return bytes && bytes.length <= maxPictureBytes ? bytes : undefined
}
