import { hasOption, optionForms, optionsOfKinds } from '../../../shared/rules/identity-providers'
import type {
  OptionName,
  ProviderKind,
  ProviderOptions,
} from '../../../shared/rules/identity-providers'
import { BadRequestError } from '../../chat/rules/errors'
import { isOfSeveral } from './kinds'
import { checkJwtOptions, checkJwtSecret } from './check-jwt'
import { filterOf, pairsIn } from './directory-options'

/** An organization of GitHub, or a team in it. */
const organizationPattern = /^[\w.-]+(\/[\w.-]+)?$/

/** The directory id of Entra. */
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
    const value = options[name]
    if (!value || (typeof value === 'object' && value.length === 0))
      throw new BadRequestError(`${kind} needs the option ${name}.`)
  }
  for (const [name, value] of Object.entries(options)) {
    const { type } = optionForms[name as OptionName]
    if (type !== 'url' || typeof value !== 'string') continue
    checkUrl(name, value, protocolsOf[name] ?? ['https:', 'http:'])
  }
  if (kind === 'ldap') checkDirectory(options)
  const { organization } = options
  if (organization !== undefined && !organizationPattern.test(organization)) {
    throw new BadRequestError('organization must be a name such as acme, or acme/team.')
  }
  if (kind === 'jwt') checkJwtOptions(options)
  if (kind === 'proxy') checkHeaders(options)
  if (kind === 'entra') checkTenants(options)
}

/**
 * Checks the secret of a kind.
 *
 * @param secret undefined or '': there is none
 * @throws BadRequestError
 */
export function checkSecret(
  kind: ProviderKind,
  options: ProviderOptions,
  secret: string | undefined,
): void {
  const given = secret === '' ? undefined : secret
  if (kind === 'jwt') checkJwtSecret(options, given)
  if (given !== undefined && !optionsOfKinds[kind].hasSecret) {
    throw new BadRequestError(`${kind} has no secret.`)
  }
}

/** Tenants such as `common` accept people of any company, so those that may log in are listed. */
function checkTenants({ tenant = '', tenants = [] }: ProviderOptions): void {
  if (!tenants.every((each) => tenantPattern.test(each))) {
    throw new BadRequestError('tenants must be directory ids, such as 3d1e0a4c-….')
  }
  if (isOfSeveral(tenant)) {
    if (tenants.length > 0) return
    throw new BadRequestError(
      `tenant ${tenant} needs the directory ids of your companies in tenants.`,
    )
  }
  if (!tenantPattern.test(tenant)) {
    throw new BadRequestError('tenant must be a directory id, such as 3d1e0a4c-….')
  }
  if (tenants.length > 0) throw new BadRequestError('tenants is for common and organizations only.')
}

/** Headers that proxies send for people, and no browser. */
const headerPattern = /^(remote|x|cf-access|tailscale)(-[a-z0-9]+)+$/i
const otherHeaders =
  /^x-(forwarded-(for|host|proto|port|prefix|server|uri|method)|real-ip|request-id|requested-with)$/i

function checkHeaders(options: ProviderOptions): void {
  for (const name of ['user_header', 'email_header', 'name_header', 'groups_header'] as const) {
    const { [name]: header } = options
    if (header === undefined) continue
    if (!headerPattern.test(header) || otherHeaders.test(header)) {
      throw new BadRequestError(`${name} must be a header such as X-Forwarded-User or Remote-User.`)
    }
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
