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
 * @throws as `call`
 */
export async function connect(): Promise<Start> {
  const tabs = await joinTabs()
  try {
    const shared = tabs.isLeader.peek() ? undefined : await tabs.askForSnapshot()
    return { tabs, state: shared ?? (await register()) }
  } catch (error) {
    tabs.leave()
    throw error
  }
}
