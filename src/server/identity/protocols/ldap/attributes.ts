import type { Entry } from 'ldapts'
import type { ProviderOptions } from '../../../../shared/rules/identity-providers'

/*
 * The attributes of a person in a directory. Source: docs/protocol/single-sign-on.md#ldap-claims.
 */

/** All ordinary attributes, and the operational ones that this server needs. */
export function attributeNames({ id_attribute: id }: ProviderOptions): string[] {
  return ['*', 'entryUUID', 'objectGUID', 'memberOf', ...(id === undefined ? [] : [id])]
}

/** The attribute with the name that people log in by. */
export function loginAttributeOf({
  login_attribute: chosen,
  append_domain: domain,
  email_attribute: email,
}: ProviderOptions): string {
  return chosen ?? (domain === undefined ? (email ?? defaultNames.email) : 'uid')
}

/** Whether people log in by names that are no addresses. */
export function takesNames({
  login_attribute: chosen,
  append_domain: domain,
}: ProviderOptions): boolean {
  return chosen !== undefined || domain !== undefined
}

export const defaultNames = { email: 'mail', fullName: ['displayName', 'cn'] }

/** The values of an attribute, whose name is not case-sensitive. */
function valuesIn(entry: Entry, name: string): readonly (string | Buffer)[] {
  const wanted = name.trim().toLowerCase()
  const key = Object.keys(entry).find((each) => each.toLowerCase() === wanted)
  if (key === undefined || key === 'dn') return []
  const value = entry[key] ?? []
  return Array.isArray(value) ? value : [value]
}

/** The texts of an attribute, without empty ones. */
export function textsIn(entry: Entry, name: string): string[] {
  return valuesIn(entry, name)
    .filter((value): value is string => typeof value === 'string')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** The first value of an attribute of bytes. */
export function bytesIn(entry: Entry, name: string): Buffer | undefined {
  const [value] = valuesIn(entry, name)
  if (value === undefined || value.length === 0) return undefined
  return typeof value === 'string' ? Buffer.from(value) : value
}

/** Attributes that change by themselves, or that nobody else may see. */
const withheld =
  /password|passwd|pwd|credential|secret|krb|lastlogon|logoncount|lastlogoff|badp|usnchanged|whenchanged|authtimestamp|;binary$/i

const maxAttributes = 200
const maxValues = 2_000
const maxCharacters = 2_000

/**
 * The attributes of a person for rules: one value as a text, several as a list, `memberOf` always as a list. Values of
 * bytes and very long ones are left out, and passwords.
 *
 * @param groups names of the groups that the person is in, also by other groups
 */
export function claimsOf(
  entry: Entry,
  groups: readonly string[],
): Record<string, string | string[]> {
  const names = Object.keys(entry)
    .filter((name) => name !== 'dn' && !withheld.test(name) && name.toLowerCase() !== 'memberof')
    .sort()
    .slice(0, maxAttributes)
  const claims = names.flatMap((name): [string, string | string[]][] => {
    const isWhole = valuesIn(entry, name).every((value) => typeof value === 'string')
    const texts = textsIn(entry, name)
      .filter((text) => text.length <= maxCharacters)
      .slice(0, maxValues)
    const [first, ...others] = texts
    if (!isWhole || first === undefined) return []
    return [[name, others.length === 0 ? first : texts.sort()]]
  })
  const memberOf = [...groups].sort().slice(0, maxValues)
  return { dn: entry.dn, ...Object.fromEntries(claims), memberOf }
}
