import type { ProviderOptions } from '../../../shared/rules/identity-providers'
import { isEmailAddress } from '../../chat/rules/names'
import { LoginFailedError } from '../errors'
import type { IdentityProvider } from '../providers/find-providers'
import type { Identity } from './identity'
import type {
  Arrival,
  Begun,
  Departure,
  Protocol,
  ProtocolContext,
  VouchedHeaders,
} from './protocol'

/*
 * A proxy in front of this server logs people in, and names them in headers. Only proxies that the operator names are believed.
 * Source: docs/protocol/single-sign-on.md#proxy.
 */

async function begin(
  _ctx: ProtocolContext,
  _provider: IdentityProvider,
  { state, callbackUrl }: Departure,
): Promise<Begun> {
  return { location: `${callbackUrl}?state=${state}`, kept: {} }
}

/** Max characters of a header. */
const maxCharacters = 320
const maxGroups = 500

async function complete(
  _ctx: ProtocolContext,
  provider: IdentityProvider,
  { vouched }: Arrival,
): Promise<Identity> {
  if (!vouched) {
    throw new LoginFailedError('This login has to come through the proxy of your organization.', {
      reason: 'The request came from an address that LOGIN_PROXIES does not name.',
    })
  }
  const names = headersOf(provider.options)
  const user = onlyValue(vouched, names.user)
  if (user === undefined) {
    throw new LoginFailedError(`${provider.name} did not tell who you are.`, {
      reason: `The proxy has sent no ${names.user}.`,
    })
  }
  const told = onlyValue(vouched, names.email)
  const email = told ?? (isEmailAddress(user) ? user : undefined)
  if (email !== undefined && !isEmailAddress(email)) throw wrongValue(names.email)
  const groups = valuesOf(vouched, names.groups).flatMap((value) => value.split(','))
  return {
    issuer: `proxy:${provider.slug}`,
    subject: user,
    addresses: email === undefined ? [] : [email],
    fullName: valuesOf(vouched, names.name)[0],
    claims: {
      ...{ user, email, name: valuesOf(vouched, names.name)[0] },
      groups: groups.map((group) => group.trim()).slice(0, maxGroups),
    },
  }
}

/** The headers of Authelia, and those of oauth2-proxy. */
const families = {
  remote: { email: 'Remote-Email', name: 'Remote-Name', groups: 'Remote-Groups' },
  forwarded: {
    email: 'X-Forwarded-Email',
    name: 'X-Forwarded-Preferred-Username',
    groups: 'X-Forwarded-Groups',
  },
}

/** Names of headers: a client may send those of another family, which the proxy does not know. */
function headersOf({ user_header: user = '', ...options }: ProviderOptions) {
  const family = /^remote-/i.test(user) ? families.remote : families.forwarded
  return {
    user,
    email: options.email_header ?? family.email,
    name: options.name_header ?? family.name,
    groups: options.groups_header ?? family.groups,
  }
}

/**
 * A header that stands once and names one person.
 * @throws LoginFailedError for several values: a proxy that adds its own header beside that of the client
 */
function onlyValue(headers: VouchedHeaders, name: string): string | undefined {
  const values = headers[name.toLowerCase()] ?? []
  const [value = ''] = valuesOf(headers, name)
  if (values.length > 1 || value.includes(',') || value.length > maxCharacters) {
    throw wrongValue(name)
  }
  return value === '' ? undefined : value
}

function valuesOf(headers: VouchedHeaders, name: string): string[] {
  return (headers[name.toLowerCase()] ?? []).map(decode).filter((value) => value !== '')
}

/** Proxies write UTF-8, which Node reads as Latin-1. */
function decode(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return (text.includes('\ufffd') ? value : text).trim()
}

function wrongValue(name: string): LoginFailedError {
  return new LoginFailedError('The proxy of your organization did not tell clearly who you are.', {
    reason: `The proxy has sent several or wrong values of ${name}.`,
  })
}

async function test(_ctx: ProtocolContext, { slug }: IdentityProvider): Promise<string> {
  return `proxy:${slug}`
}

export const proxy: Protocol = { begin, complete, test }
