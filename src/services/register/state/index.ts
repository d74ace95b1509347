import { Type } from '@sinclair/typebox'
import type { TProperties } from '@sinclair/typebox'
import { botsState } from './bots'
import { emptyStates } from './empty-for-now'
import type { StateFamily, StateRequest } from './family'
import { lastMessageState, pointerState, starredState, unreadState } from './messages'
import { presenceState } from './presence'
import { realmState } from './realm'
import { displaySettingsState, notificationSettingsState, userSettingsState } from './settings'
import { defaultStreamsState, streamsState } from './streams'
import { subscriptionsState } from './subscriptions'
import { usersState } from './users'

const families: readonly StateFamily[] = [
  lastMessageState,
  unreadState,
  starredState,
  pointerState,
  realmState,
  usersState,
  botsState,
  streamsState,
  defaultStreamsState,
  subscriptionsState,
  presenceState,
  userSettingsState,
  displaySettingsState,
  notificationSettingsState,
  ...emptyStates,
]

/** Every member that the initial state can have; all depend on what is asked for. */
export const stateKeys: TProperties = Object.fromEntries(
  families.flatMap((family) =>
    Object.entries(family.keys).map(([key, schema]) => [key, Type.Optional(schema)]),
  ),
)

/**
 * The parts of the state that a client asked for, and only those.
 *
 * @param fetchTypes undefined = everything
 */
export async function readInitialState(
  fetchTypes: ReadonlySet<string> | undefined,
  request: StateRequest,
): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  // One after the other: a crowd of clients that come back at once must not hold all connections.
  for (const family of families) {
    const isWanted = family.fetchTypes.every((type) => fetchTypes?.has(type) ?? true)
    if (isWanted) Object.assign(state, await family.read(request))
  }
  return state
}
