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

/** Arguments that are credentials: they are never logged. */
const secretNames = ['api_key', 'password', 'old_password', 'new_password', 'token']
const maxLoggedCharacters = 2000

/** A part of a path that is a temporary credential. */
const secretSegment = /(\/user_uploads\/temporary\/)[^/?]+/

/** Paths whose rest is a credential. Source: docs/protocol/authentication.md#account-pages. */
const secretRest =
  /(\/(?:join|accounts\/+(?:do_confirm|confirm_new_email|password\/+reset))\/+)[^?#]+/

/** The address for the log: its beginning, without credentials. */
export function scrubUrl(fullUrl: string): string {
  // Cut first, so that only the logged part costs work. An argument cut in two keeps its name.
  const url = fullUrl
    .slice(0, maxLoggedCharacters)
    .replace(secretSegment, '$1***')
    .replace(secretRest, '$1***')
  const mark = url.indexOf('?')
  if (mark < 0) return url
  const query = url
    .slice(mark + 1)
    .split('&')
    .map((piece) => (isSecret(piece) ? `${piece.slice(0, piece.indexOf('='))}=***` : piece))
    .join('&')
  return `${url.slice(0, mark)}?${query}`
}

function isSecret(piece: string): boolean {
  const [encodedName = '', value] = piece.split('=', 2)
  return value !== undefined && secretNames.includes(lenientlyDecoded(encodedName).toLowerCase())
}

/** `api%5Fkey` is `api_key` to the reader of the arguments, so also to the log. */
function lenientlyDecoded(encoded: string): string {
  if (!/[%+]/.test(encoded)) return encoded
  return new URLSearchParams(`${encoded}=`).keys().next().value ?? encoded
}
