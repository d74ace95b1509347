import { isStoreAway } from '../../../lib/store-away'
import { BridgeLostError, PrivacyChangedError } from '../bridge'
import { SlackAwayError, SlackRefusedError } from './api'

/** Attempts at an event or a message that fails for a reason of its own. */
const mostAttempts = 5

/** Refusals after which no call succeeds. */
const finalReasons = new Set([
  ...['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive'],
  ...['not_allowed_token_type', 'org_login_required', 'team_access_not_granted'],
])

/** Whether a failure ends the process of the bridge. */
export function isEnd(error: unknown): boolean {
  if (error instanceof BridgeLostError) return true
  return error instanceof SlackRefusedError && finalReasons.has(error.reason)
}

/** Whether an event or a message is set aside. Failures of a store or of all of Slack pass, however often they come. */
export function isLastAttempt(error: unknown, attempts: number): boolean {
  if (error instanceof SlackAwayError || isStoreAway(error) || isEnd(error)) return false
  const isRefusal = error instanceof PrivacyChangedError || error instanceof SlackRefusedError
  return isRefusal || attempts >= mostAttempts
}
