import type { Request } from 'express'
import { readCookie } from '../pipeline/cookies'

/**
 * Cookie with the language of the reader's settings, which the app writes. It permits nothing, so scripts may read
 * it. Source: docs/protocol/settings.md#languages.
 */
const cookieName = 'parley_language'

/**
 * The language in which a browser gets the app: that of its last user, or else the first of the browser's own that the
 * app has, or else the first of the app.
 *
 * @param languages those of the app, at least one
 */
export function languageOfPage(
  request: Pick<Request, 'headers' | 'acceptsLanguages'>,
  languages: readonly string[],
): string {
  const chosen = readCookie(request.headers.cookie, cookieName) ?? ''
  if (languages.includes(chosen)) return chosen
  const accepted = request.acceptsLanguages([...languages])
  return accepted === false ? (languages[0] ?? '') : accepted
}
