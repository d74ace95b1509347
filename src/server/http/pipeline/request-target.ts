/** The two parts of the address in a request line. */
export interface RequestTarget {
  /** Path with repeated slashes collapsed and one trailing slash dropped; still percent-encoded. */
  path: string
  /** Query without the `?`. */
  query: string
}

/**
 * Splits the target of a request. Some clients double a slash or end with one, and must not be
 * redirected: a redirected POST becomes a GET. Source: docs/protocol/requests.md#slashes.
 *
 * @param url `req.url`: usually a path, a whole URL when the client took us for a proxy
 */
export function parseRequestTarget(url: string): RequestTarget {
  const local = localPart(url)
  const [beforeFragment = ''] = local.split('#', 1)
  const mark = beforeFragment.indexOf('?')
  const path = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark)
  return {
    path: path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1'),
    query: mark < 0 ? '' : beforeFragment.slice(mark + 1),
  }
}

/** A target without scheme and server, whatever server it names. */
export function localPart(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
}
