import { isLoggedIn } from '../../lib/first-place'
import type { Reading } from '../messages/reading'
import type { State } from '../records/state'
import { register } from './polling'
import { joinTabs } from './tabs'
import type { Tabs } from './tabs'

export interface Start {
  tabs: Tabs
  state: State
  /** Puts messages into the app before its first render, if the start has some. */
  fill?(reading: Pick<Reading, 'messages' | 'stretches'>): void
}

/**
 * State to start from: the leader tab's if it answers, else from a queue of its own.
 * @returns undefined if this browser has no session; a 401 means that the session has ended
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
