import { isIP } from 'node:net'

/* How the text of a setting becomes a value. */

/** A setting that the server cannot start with. Its message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** @throws ConfigError, as all of these */
export function integer(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  }
  return value
}

export function limit(name: string, text: string): number | null {
  return text === 'off' ? null : integer(name, text, 1, 1_000_000)
}

export function truth(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') {
    throw new ConfigError(`${name} must be true or false, not "${text}".`)
  }
  return text === 'true'
}

/** @param allowed what the setting must be, as the end of the sentence that refuses it */
export function pattern(name: string, text: string, regExp: RegExp, allowed: string): string {
  // Some values are secrets, so the sentence does not repeat them.
  if (!regExp.test(text)) throw new ConfigError(`${name} must be ${allowed}.`)
  return text
}

export function optionalPattern(
  name: string,
  text: string,
  regExp: RegExp,
  allowed: string,
): string | undefined {
  return text === '' ? undefined : pattern(name, text, regExp, allowed)
}

export function url(name: string, text: string, protocols: readonly string[]): string | undefined {
  if (text === '') return undefined
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  // The value may hold a password, so the sentence does not repeat it.
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.join('// or ')}//.`,
    )
  }
  return text
}

/** One address or several with commas in between. */
export function urls(name: string, text: string, protocols: readonly string[]): string | undefined {
  if (text === '') return undefined
  const addresses = text.split(',').map((address) => url(name, address.trim(), protocols))
  if (addresses.includes(undefined)) throw new ConfigError(`${name} must not have empty parts.`)
  return addresses.join(',')
}

/** Names, addresses and networks with commas in between, none, or `true` for all there are. */
export function hosts(name: string, text: string): 'all' | readonly string[] {
  if (text === 'true') return 'all'
  if (text === '' || text === 'false') return []
  const parts = text.split(',').map((part) => part.trim())
  const wrong = parts.find((part) => !isHost(part))
  if (wrong !== undefined) {
    throw new ConfigError(
      `${name} must be true, or hosts and networks such as bot.lan or 10.1.0.0/16 with commas ` +
        `in between, not "${wrong}".`,
    )
  }
  return parts
}

function isHost(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (more.length > 0) return false
  const family = isIP(address)
  if (bits === undefined) return family !== 0 || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(address)
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}
