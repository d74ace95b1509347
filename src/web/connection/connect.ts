import type { State } from '../store/state'
import { register } from './polling'
import { joinTabs } from './tabs'
import type { Tabs } from './tabs'

export interface Start {
  tabs: Tabs
  state: State
}

/**
 * The state to start from: another tab's, if there is one that polls, else one of a queue of its own.
 * @returns undefined where this browser is not logged in; it was, where the server refuses with 401
 * @throws as `call`
 */
export async function connect(): Promise<Start | undefined> {
  if (!isLoggedIn()) return undefined
  const tabs = await joinTabs()
  try {
    const shared = tabs.isLeader.peek() ? undefined : await tabs.askForSnapshot()
    return { tabs, state: shared ?? (await register()) }
  } catch (error) {
    tabs.leave()
    throw error
  }
}

/** What the server says of it beside the session, which no script can read. Source: docs/protocol/authentication.md#hint. */
function isLoggedIn(): boolean {
  return document.cookie.split('; ').includes('parley_logged_in=1')
}
