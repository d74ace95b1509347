import { withoutTrailing } from '../../../../shared/rules/characters'

/** The address of an old server as host, port and path without a slash at its end, such as `chat.example.org/mm`. */
export type OldSite = string & { readonly brand: 'OldSite' }

/** An address of an archive or of an operator; undefined if it is none of a site. */
export function oldSiteOf(address: string): OldSite | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const { host, pathname } = new URL(address)
  return `${host}${withoutTrailing(pathname, '/')}` as OldSite
}

/**
 * The path of an address at one of the sites, whether encrypted or not, and of one without a site; undefined for other
 * addresses. Source: docs/protocol/import.md#old-addresses.
 */
export function pathOnSites(url: string, sites: readonly OldSite[]): string | undefined {
  if (url.startsWith('/')) return url.startsWith('//') ? undefined : url
  const [, rest] = /^https?:\/\/(.+)$/is.exec(url) ?? []
  const folded = rest?.toLowerCase()
  const site = sites.find((each) => folded?.startsWith(`${each.toLowerCase()}/`))
  return site === undefined ? undefined : rest?.slice(site.length)
}

/** Signs at the end of an address that belong to the sentence or the markup around it. */
const afterAddress = new Set(`.,;:!?'")]*_~`)

/** An address in a text, and the signs behind it. */
export function splitAddress(url: string): [address: string, rest: string] {
  let end = url.length
  while (end > 0 && afterAddress.has(url.charAt(end - 1))) end--
  return [url.slice(0, end), url.slice(end)]
}

/** A part of a path without its escapes; as it is if they are broken. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
