import type { Requester } from '../../chat/rules/authentication'
import { SessionRequiredError } from '../errors'

/**
 * Refuses calls by an API key, which a program may have leaked: ways to log in change with the session of a browser only.
 * @throws SessionRequiredError
 */
export function requireSession(requester: Requester): void {
  if (!requester.session) throw new SessionRequiredError()
}
