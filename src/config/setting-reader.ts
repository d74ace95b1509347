import { isIP } from 'node:net'

/** A setting that the server cannot start with. Its message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** How the texts of settings become values. What refuses a text throws a {@link ConfigError}. */
export class SettingReader {
  /** @param text answers the text of a setting, trimmed, or else its default */
  constructor(readonly text: (name: string) => string) {}

  integer(name: string, min: number, max: number): number {
    const text = this.text(name)
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
    }
    return value
  }

  /** Null: there is none. */
  limit(name: string): number | null {
    return this.text(name) === 'off' ? null : this.integer(name, 1, 1_000_000)
  }

  truth(name: string): boolean {
    const text = this.text(name)
    if (text !== 'true' && text !== 'false') {
      throw new ConfigError(`${name} must be true or false, not "${text}".`)
    }
    return text === 'true'
  }

  /** @param allowed what the setting must be, as the end of the sentence that refuses it */
  pattern(name: string, regExp: RegExp, allowed: string): string {
    const text = this.text(name)
    // Some values are secrets, so the sentence does not repeat them.
    if (!regExp.test(text)) throw new ConfigError(`${name} must be ${allowed}.`)
    return text
  }

  optionalPattern(name: string, regExp: RegExp, allowed: string): string | undefined {
    return this.text(name) === '' ? undefined : this.pattern(name, regExp, allowed)
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name)
    return text === '' ? undefined : checkUrl(name, text, protocols)
  }

  /** One address or several with commas in between. */
  urls(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name)
    if (text === '') return undefined
    const addresses = text.split(',').map((address) => address.trim())
    if (addresses.includes('')) throw new ConfigError(`${name} must not have empty parts.`)
    return addresses.map((address) => checkUrl(name, address, protocols)).join(',')
  }

  /** Names, addresses and networks with commas in between, none, or `true` for all there are. */
  hosts(name: string): 'all' | readonly string[] {
    const text = this.text(name)
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
}

function checkUrl(name: string, text: string, protocols: readonly string[]): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  // The value may hold a password, so the sentence does not repeat it.
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.join('// or ')}//.`,
    )
  }
  return text
}

function isHost(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (more.length > 0) return false
  const family = isIP(address)
  if (bits === undefined) return family !== 0 || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(address)
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}
