import type { AppContext } from '../../context'
import type { Requester } from '../../chat/rules/authentication'
import { hasFreshProof } from '../proofs/require-proof'
import { loginPageFor } from './begin'
import { browserSlug } from '../providers/browser-method'
import { endForApp } from './end'
import type { LoginEnd } from './end'
import { endFlow, readFlow } from './flow'

/** A browser that has logged in, for an app that waits. */
export interface LoggedIn {
  origin: string
  browserKey: string | undefined
  /** State of the flow. */
  token: string
}

/**
 * Ends the method *Log in in the browser*: the session of the browser vouches for the person.
 * @throws LoginFailedError
 * Source: docs/protocol/single-sign-on.md#browser.
 */
export async function completeInBrowser(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  { origin, browserKey, token }: LoggedIn,
): Promise<LoginEnd> {
  const { realm_id: realmId } = requester
  const given = { realmId, slug: browserSlug, token, browserKey }
  const flow = await readFlow(ctx.db.dated(), given)
  // The app gets as much as somebody who has just logged in.
  if (!(await hasFreshProof(ctx, requester))) return { kind: 'redirect', location: againFor(token) }
  await ctx.db.transaction((tx) => endFlow(tx, given))
  if (!flow.mobilePad && !flow.desktopKey) return { kind: 'redirect', location: flow.next }
  return endForApp(ctx, requester, { origin, flow })
}

/** The login page, also for a browser that has a session. */
function againFor(token: string): string {
  return `${loginPageFor(token)}&again=1`
}
