/** Whether the address is that of a page for people without a session, such as a link from a mail. */
export function isAccountPath(): boolean {
  return /^\/(join|register|accounts)(\/|$)/.test(location.pathname)
}

/** Reads the hint cookie, as scripts cannot read the session cookie. Source: docs/protocol/authentication.md#hint. */
export function isLoggedIn(): boolean {
  return document.cookie.split('; ').includes('parley_logged_in=1')
}
