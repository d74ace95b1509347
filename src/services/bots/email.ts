import { isIP } from 'node:net'
import { isEmailAddress } from '../names'

/**
 * What comes after the `@` of a bot: the name that the organisation is reached by. The configured
 * host stands in for addresses of machines and what else is no part of an email, and a name
 * without a dot gets one: `localhost` becomes `localhost.localdomain`.
 *
 * @param origin the organisation as its clients see it, `https://chat.example.com:8443`
 * Source: protocol notes 7.1.
 */
export function botEmailDomain(origin: string, externalHost: string): string {
  const host = new URL(origin).hostname.replace(/\.$/, '')
  const isDomain = isIP(host) === 0 && isEmailAddress(`bot@${host}`)
  const name = isDomain ? host : externalHost
  return name.includes('.') ? name : `${name}.localdomain`
}
