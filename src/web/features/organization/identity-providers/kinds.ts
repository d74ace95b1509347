import type { AnswerOf } from '../../../../shared/calls'
import { hasOption, optionForms } from '../../../../shared/rules/identity-providers'
import type {
  OptionName,
  ProviderKind,
  ProviderOptions,
} from '../../../../shared/rules/identity-providers'
import * as t from '../../../texts/catalog'

export type Provider = AnswerOf<'GET /realm/identity_providers'>['identity_providers'][number]

/** Names of the kinds, most of them those of companies. */
export const kindNames: Readonly<Record<ProviderKind, string>> = {
  oidc: t.identityProviders.openId,
  google: 'Google',
  entra: 'Microsoft Entra',
  gitlab: 'GitLab',
  github: 'GitHub',
  discord: 'Discord',
  saml: 'SAML 2.0',
  jwt: 'JSON Web Token (JWT)',
  proxy: t.identityProviders.proxy,
  ldap: 'LDAP (Active Directory, OpenLDAP, FreeIPA)',
}

export const kinds = Object.keys(kindNames) as ProviderKind[]

const optionNames = Object.keys(optionForms) as OptionName[]

/** The options of a kind, in the order of the form. */
export function optionsOf(kind: ProviderKind): OptionName[] {
  return optionNames.filter((name) => hasOption(kind, name))
}

/** Value of an option in its field: several texts are one text. */
type FieldValue = string | boolean

/** Several certificates stand one after the other in their field. */
const separator = '\n\n'

/** Values of the fields of all options, for a kind. */
export function fieldsOf(
  provider: Provider | undefined,
  kind: ProviderKind,
): Record<OptionName, FieldValue> {
  const options = provider?.options ?? {}
  const values = optionNames.map((name) => [name, fieldValue(options[name], name)])
  // The default of the server.
  const { trusts_addresses = kind === 'entra' } = options
  return { ...(Object.fromEntries(values) as Record<OptionName, FieldValue>), trusts_addresses }
}

function fieldValue(value: ProviderOptions[OptionName], name: OptionName): FieldValue {
  if (value === undefined) return optionForms[name].type === 'flag' ? false : ''
  if (typeof value !== 'object') return value
  return value.join(optionForms[name].type === 'list' ? ', ' : separator)
}

/** The options that the fields of a kind tell; an empty field tells none. */
export function optionsIn(
  kind: ProviderKind,
  fields: Readonly<Record<OptionName, FieldValue>>,
): ProviderOptions {
  const told = optionsOf(kind).flatMap((name): [OptionName, unknown][] => {
    const value = fields[name]
    if (typeof value === 'boolean') return [[name, value]]
    const trimmed = value.trim()
    if (trimmed === '') return []
    const { type } = optionForms[name]
    if (type === 'list') return [[name, trimmed.split(/[\s,]+/)]]
    return [[name, type === 'texts' ? [trimmed] : trimmed]]
  })
  return Object.fromEntries(told) as ProviderOptions
}
