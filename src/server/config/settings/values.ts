import { BlockList, isIP } from 'node:net'
import { isAbsolute } from 'node:path'

/** A setting that the server cannot start with. Its message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Parses a setting from its text, which is trimmed and never undefined.
 * @throws ConfigError a sentence that names the setting
 */
export type ValueReader<Value> = (text: string, name: string) => Value

/** A setting: its variable, its meaning and its reader. */
export interface Setting<Value> {
  /** The environment variable. */
  name: string
  /** Meaning of the setting, for `--help` and docs/settings.md. */
  description: string
  read: ValueReader<Value>
  /** The text used for an unset or empty variable; `''` for none. */
  byDefault: string
}

export function setting<Value>(
  name: string,
  byDefault: string,
  read: ValueReader<Value>,
  description: string,
): Setting<Value> {
  return { name, byDefault, read, description }
}

/** Any text, including an empty one. */
export const anyText: ValueReader<string> = (value) => value

/** A path that does not depend on the folder in which a worker starts. */
export const absolutePath: ValueReader<string> = (value, name) => {
  if (isAbsolute(value)) return value
  throw new ConfigError(`${name} must be an absolute path, not "${value}".`)
}

/** A whole number between two bounds, inclusive. */
export function wholeNumber(min: number, max: number): ValueReader<number> {
  return (value, name) => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
  }
}

/** A number of calls, or null for `off`: no limit. */
export const limit: ValueReader<number | null> = (value, name) =>
  value === 'off' ? null : wholeNumber(1, 1_000_000)(value, name)

/** `on` or `off`. */
export const onOrOff: ValueReader<boolean> = (value, name) => {
  if (value === 'on' || value === 'off') return value === 'on'
  throw new ConfigError(`${name} must be on or off, not "${value}".`)
}

/** `true` or `false`. */
export const truth: ValueReader<boolean> = (value, name) => {
  if (value === 'true' || value === 'false') return value === 'true'
  throw new ConfigError(`${name} must be true or false, not "${value}".`)
}

/** @param allowed the permitted values, as the end of the sentence that refuses others */
export function pattern(regExp: RegExp, allowed: string): ValueReader<string> {
  return (value, name) => {
    // Some values are secrets, so the sentence does not repeat them.
    if (!regExp.test(value)) throw new ConfigError(`${name} must be ${allowed}.`)
    return value
  }
}

/** One address of these protocols, each written with its colon. */
export function url(...protocols: string[]): ValueReader<string> {
  return (value, name) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (parsed && protocols.includes(parsed.protocol)) return value
    // The value may hold a password, so the sentence does not repeat it.
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.join('// or ')}//.`,
    )
  }
}

/** One address or several separated by commas; answers them without spaces. */
export function urls(...protocols: string[]): ValueReader<string> {
  return (value, name) => {
    const addresses = value.split(',').map((address) => address.trim())
    if (addresses.includes('')) throw new ConfigError(`${name} must not have empty parts.`)
    return addresses.map((address) => url(...protocols)(address, name)).join(',')
  }
}

/** A reader that accepts an empty text as undefined and passes others on. */
export function optional<Value>(read: ValueReader<Value>): ValueReader<Value | undefined> {
  return (value, name) => (value === '' ? undefined : read(value, name))
}

/** Trusted proxies: any peer, or peers at these addresses. */
export type TrustedProxies = 'all' | BlockList

/** Addresses and networks separated by commas. */
export const networks: ValueReader<BlockList> = (value, name) => {
  const list = value === 'true' ? 'all' : proxies(value, name)
  if (list instanceof BlockList) return list
  throw new ConfigError(
    `${name} must be addresses and networks such as 10.1.0.0/16, not "${value}".`,
  )
}

/** `true` to trust any peer, `false` for none, or addresses and networks separated by commas. */
export const proxies: ValueReader<TrustedProxies | undefined> = (value, name) => {
  if (value === 'true') return 'all'
  if (value === 'false') return undefined
  const list = new BlockList()
  for (const part of value.split(',').map((each) => each.trim())) {
    const [address = '', bits] = part.split('/')
    if (!isHost(part) || isIP(address) === 0) {
      throw new ConfigError(
        `${name} must be true, false, or addresses and networks such as 10.1.0.0/16 with commas ` +
          `in between, not "${part}".`,
      )
    }
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(
      address,
      bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits),
      family,
    )
  }
  return list
}

/** Names, addresses and networks separated by commas, none, or `true` for all. */
export const hosts: ValueReader<'all' | readonly string[]> = (value, name) => {
  if (value === 'true') return 'all'
  if (value === '' || value === 'false') return []
  const parts = value.split(',').map((part) => part.trim())
  const wrong = parts.find((part) => !isHost(part))
  if (wrong === undefined) return parts
  throw new ConfigError(
    `${name} must be true, or hosts and networks such as bot.lan or 10.1.0.0/16 with commas ` +
      `in between, not "${wrong}".`,
  )
}

function isHost(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/')
  if (more.length > 0) return false
  const family = isIP(address)
  if (bits === undefined) return family !== 0 || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(address)
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}
