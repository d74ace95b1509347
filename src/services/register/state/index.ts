import { Type } from '@sinclair/typebox'
import type { TProperties } from '@sinclair/typebox'
import type { OwnState } from '../../../db/users/own-state'
import { PreparedJson } from '../../../wire/prepared-json'
import {
  alertWordsState,
  mutedTopicsState,
  mutedUsersState,
  userTopicsState,
  savedSnippetsState,
} from './own-lists'
import {
  botsState,
  presenceState,
  ownAccountState,
  rosterState,
  userGroupsState,
  userStatusState,
} from './users'
import {
  emptyStates,
  lastMessageState,
  pointerState,
  recentConversationsState,
  starredState,
  unreadState,
} from './messages'
import type { StateFamily, StateRequest } from './family'
import { filtersState, linkifiersState, realmState, realmEmojiState } from './realm'
import { displaySettingsState, notificationSettingsState, userSettingsState } from './settings'
import { defaultStreamsState, streamsState, subscriptionsState } from './streams'

const families: readonly StateFamily[] = [
  lastMessageState,
  unreadState,
  starredState,
  recentConversationsState,
  pointerState,
  realmState,
  rosterState,
  ownAccountState,
  userGroupsState,
  linkifiersState,
  filtersState,
  realmEmojiState,
  botsState,
  streamsState,
  defaultStreamsState,
  subscriptionsState,
  presenceState,
  mutedTopicsState,
  userTopicsState,
  mutedUsersState,
  alertWordsState,
  savedSnippetsState,
  userStatusState,
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
 * @param openRequest is told what the families that are wanted ask for
 */
export async function readInitialState(
  fetchTypes: ReadonlySet<string> | undefined,
  openRequest: (own: ReadonlySet<keyof OwnState>) => StateRequest,
): Promise<PreparedJson> {
  const wanted = families.filter((family) =>
    family.fetchTypes.every((type) => fetchTypes?.has(type) ?? true),
  )
  const request = openRequest(new Set(wanted.flatMap((family) => family.own ?? [])))
  const state: Record<string, unknown> = {}
  const prepared: string[] = []
  // One after the other: a crowd of clients that come back at once must not hold all connections.
  for (const family of wanted) {
    const part = await family.read(request)
    if (part instanceof PreparedJson) prepared.push(part.members)
    else Object.assign(state, part)
  }
  return PreparedJson.of(state, ...prepared)
}
