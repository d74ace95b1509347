import { isIP } from 'node:net'

/**
 * What comes after the `@` of a bot: the name that the organisation is reached by. Addresses of
 * machines are no part of an email, so that the configured host stands in for them, and a name
 * without a dot gets one: `localhost` becomes `localhost.localdomain`.
 *
 * @param origin the organisation as its clients see it, `https://chat.example.com:8443`
 * Source: protocol notes 7.1.
 */
export function botEmailDomain(origin: string, externalHost: string): string {
  const host = new URL(origin).hostname.replace(/\.$/, '')
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0
  const name = isAddress ? externalHost : host
  return name.includes('.') ? name : `${name}.localdomain`
}
