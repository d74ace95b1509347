const maxLoggedCharacters = 2000
/** Clients and mail scanners encode addresses again; deeper layers than these are not unpacked. */
const mostLayers = 3

/** Names of arguments that are credentials: by their ends, and whole those of logins by identity providers. */
const secretName = /(?:key|token|password|secret|otp|sessionid|[?&#](?:answer|code|state))\W*$/
const secretNameInside =
  /(?:key|token|password|secret|otp|sessionid|[?&#](?:answer|code|state))\W*=/

/** Paths that a credential follows. Source: docs/protocol/authentication.md#account-pages. */
const secretRest =
  /([/\\](?:join|accounts[/\\]+(?:login[/\\]+subdomain|do_confirm|confirm_new_email|password[/\\]+reset|unsubscribe[/\\]+\w+))[/\\]+)[^?#]+/g
/** The part of a path that is a temporary credential. */
const secretSegment = /([/\\]user_uploads[/\\]+temporary[/\\]+)[^/\\?#]+/g

/**
 * The address for the log: its beginning, without credentials. Credentials are sought in the decoded address in lower
 * case, so no spelling hides one. A path with a credential is logged as it was sought.
 */
export function scrubUrl(fullUrl: string): string {
  // Cut first, so that only the logged part costs work. An argument cut in two keeps its name.
  const url = fullUrl.slice(0, maxLoggedCharacters)
  const [path = '', ...pieces] = url.split(/(?=[?#&])/)
  return scrubPath(path) + pieces.map(scrubPiece).join('')
}

function scrubPath(path: string): string {
  const plain = unpacked(path)
  const scrubbed = withoutKeys(plain)
  return scrubbed === plain && !secretNameInside.test(plain) ? path : withoutValues(scrubbed)
}

/** An encoded path may hold a whole query. */
function withoutValues(plain: string): string {
  const name = secretNameInside.exec(plain)
  return name ? `${plain.slice(0, name.index)}${name[0]}***` : plain
}

/** @param piece an argument behind its `?`, `&` or `#` */
function scrubPiece(piece: string): string {
  const end = piece.indexOf('=')
  const name = end < 0 ? piece : piece.slice(0, end)
  if (end >= 0 && secretName.test(unpacked(name))) return `${name}=***`
  const plain = unpacked(piece)
  const isClean = withoutKeys(plain) === plain && !secretNameInside.test(plain)
  if (isClean) return piece
  return end < 0 || holdsSecret(unpacked(name)) ? `${piece.slice(0, 1)}***` : `${name}=***`
}

function holdsSecret(plain: string): boolean {
  return withoutKeys(plain) !== plain || secretNameInside.test(plain)
}

function withoutKeys(plain: string): string {
  return plain.replace(secretRest, '$1***').replace(secretSegment, '$1***')
}

/** The text in lower case, without percent-encoding; each byte becomes a character. */
function unpacked(text: string): string {
  let plain = text
  for (let layer = 0; layer < mostLayers && plain.includes('%'); layer++) {
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
  return plain.toLowerCase()
}
