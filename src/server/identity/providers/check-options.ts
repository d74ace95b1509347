import { hasOption, optionForms, optionsOfKinds } from '../../../shared/rules/identity-providers'
import type {
  OptionName,
  ProviderKind,
  ProviderOptions,
} from '../../../shared/rules/identity-providers'
import { BadRequestError } from '../../chat/rules/errors'
import { filterOf, pairsIn } from './directory-options'

/** The directory id of Entra: tenants such as `common` accept people of any company. */
const tenantPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Checks the options of a kind.
 * @throws BadRequestError that names the option
 */
export function checkOptions(kind: ProviderKind, options: ProviderOptions): void {
  for (const name of Object.keys(options) as OptionName[]) {
    if (!hasOption(kind, name)) throw new BadRequestError(`${kind} has no option ${name}.`)
  }
  for (const name of optionsOfKinds[kind].required) {
    if (!options[name]) throw new BadRequestError(`${kind} needs the option ${name}.`)
  }
  for (const [name, value] of Object.entries(options)) {
    const { type } = optionForms[name as OptionName]
    if (type !== 'url' || typeof value !== 'string') continue
    checkUrl(name, value, protocolsOf[name] ?? ['https:', 'http:'])
  }
  if (kind === 'ldap') checkDirectory(options)
  const { tenant } = options
  if (tenant !== undefined && !tenantPattern.test(tenant)) {
    throw new BadRequestError('tenant must be a directory id, such as 3d1e0a4c-….')
  }
}

/** Protocols of addresses that are not both of the web. */
const protocolsOf: Readonly<Partial<Record<string, readonly string[]>>> = {
  icon_url: ['https:'],
  server_url: ['ldaps:', 'ldap:'],
}

function checkDirectory(options: ProviderOptions): void {
  const { server_url: url = '', required_attributes: texts = [] } = options
  if (!/^\/?$/.test(new URL(url).pathname)) {
    throw new BadRequestError('server_url names a server, and search_base an entry.')
  }
  if (url.startsWith('ldaps:') && options.is_unencrypted === true) {
    throw new BadRequestError('is_unencrypted is for ldap://, not for ldaps://.')
  }
  try {
    filterOf(options)
  } catch {
    throw new BadRequestError('user_filter is no filter, such as (objectClass=person).')
  }
  for (const [name, value] of texts.flatMap(pairsIn)) {
    if (name !== '' && value !== '') continue
    throw new BadRequestError('required_attributes has lines such as department=Sales.')
  }
}

function checkUrl(name: string, text: string, protocols: readonly string[]): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && url.username === '' && url.password === '' && url.hash === ''
  if (!isPlain || !protocols.includes(url.protocol)) {
    throw new BadRequestError(`${name} must be an address that begins with ${protocols[0]}//.`)
  }
}
