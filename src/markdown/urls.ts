const allowedSchemes = new Set(['http', 'https', 'ftp', 'mailto', 'file', 'bitcoin'])
const schemePattern = /^([a-z][a-z0-9+.-]*):/i
const hostAndPort = /^[a-z0-9.-]+:[0-9]{1,5}(?:[/?#]|$)/i
const uploadPattern = /^\/?user_uploads\/(?:[^/?#]*\/)*([^/?#]+)(?:[?#]|$)/

/**
 * What a link goes to when somebody typed its target; undefined when it may not go there.
 *
 * Whatever has no scheme and is no place within the realm becomes a web address, so that no
 * spelling of `javascript:` is ever left to the browser to guess.
 */
export function linkTarget(typed: string, realmUrl: string | undefined): string | undefined {
  if (/^[/#]/.test(typed)) return typed
  const scheme = hostAndPort.test(typed) ? undefined : schemePattern.exec(typed)?.[1]?.toLowerCase()
  if (scheme !== undefined) {
    return allowedSchemes.has(scheme) ? relativeToRealm(typed, realmUrl) : undefined
  }
  const isEmail = typed.includes('@') && !typed.includes('/')
  return isEmail ? `mailto:${typed}` : `http://${typed}`
}

/**
 * Pages of the own realm lose its URL, and a narrow thus opens in place. Only what surely remains a
 * page of it: `http://chat.acme.test/javascript:x` and `…//ex.org` would otherwise become traps.
 *
 * Source: protocol notes 8.2.
 */
export function relativeToRealm(url: string, realmUrl: string | undefined): string {
  if (realmUrl === undefined || !url.startsWith(`${realmUrl}/`)) return url
  const page = url.slice(realmUrl.length + 1)
  return /^[\w#]/.test(page) && !schemePattern.test(page) ? page : url
}

/**
 * Attributes of a link, in their order on the wire. Places within the page open in it, all else in a
 * new window, which must not get hold of this one.
 */
export function linkAttributes(href: string, isBareEmail = false): Record<string, string> {
  const title = uploadPattern.exec(href)?.[1] ?? href
  if (isBareEmail || href.startsWith('#')) return { href, title }
  return { href, rel: 'noopener noreferrer', target: '_blank', title }
}
