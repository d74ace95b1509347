import { Type } from '@sinclair/typebox'
import type { TProperties } from '@sinclair/typebox'
import type { OwnState } from '../../../db/users/own-state'
import { PreparedJson } from '../../../wire/prepared-json'
import { constantFamily, stateFamily } from './family'
import type { StateFamily } from './family'
import {
  lastMessageState,
  pointerState,
  recentConversationsState,
  starredState,
  unreadState,
} from './messages'
import {
  alertWordsState,
  draftsState,
  mutedTopicsState,
  mutedUsersState,
  navigationViewsState,
  remindersState,
  savedSnippetsState,
  scheduledMessagesState,
  userTopicsState,
} from './own-lists'
import { channelFoldersState, defaultStreamGroupsState } from './folders'
import { filtersState, linkifiersState, realmEmojiState, realmState } from './realm'
import { domainsState, onboardingState, playgroundsState } from './realm-lists'
import type { StateRequest } from './request'
import { serverFamilies } from './server-facts'
import {
  displaySettingsState,
  notificationSettingsState,
  settingsDefaultsState,
  userSettingsState,
} from './settings'
import { defaultStreamsState, streamsState, subscriptionsState } from './streams'
import {
  botsState,
  ownAccountState,
  presenceState,
  profileFieldsState,
  rosterState,
  userGroupsState,
  userStatusState,
} from './users'

/**
 * Families of state that the server does not keep yet, in the form that clients expect of a realm
 * that has none.
 * Source: docs/protocol/register.md#empty-keys.
 */
const emptyStates = [
  constantFamily(['hotspots'], { hotspots: [] }),
  constantFamily(['realm_embedded_bots'], { realm_embedded_bots: [] }),
]

/**
 * By which a page of the web app whose queue is lost sees that it is of an older version.
 * Source: docs/protocol/events.md#web-reload-client.
 */
const webVersionState = stateFamily({
  fetchTypes: ['web_reload_client'],
  keys: { web_version: Type.Union([Type.String(), Type.Null()]) },
  read: async ({ webVersion }) => ({ web_version: webVersion }),
})

/** All families, in the order in which they are read. */
const families: readonly StateFamily[] = [
  lastMessageState,
  unreadState,
  starredState,
  recentConversationsState,
  pointerState,
  realmState,
  rosterState,
  profileFieldsState,
  ownAccountState,
  userGroupsState,
  linkifiersState,
  filtersState,
  realmEmojiState,
  domainsState,
  playgroundsState,
  onboardingState,
  botsState,
  streamsState,
  defaultStreamsState,
  defaultStreamGroupsState,
  channelFoldersState,
  subscriptionsState,
  presenceState,
  mutedTopicsState,
  userTopicsState,
  mutedUsersState,
  alertWordsState,
  savedSnippetsState,
  draftsState,
  scheduledMessagesState,
  remindersState,
  navigationViewsState,
  userStatusState,
  userSettingsState,
  displaySettingsState,
  notificationSettingsState,
  settingsDefaultsState,
  webVersionState,
  ...serverFamilies,
  ...emptyStates,
]

/** Every member that the initial state can have; all depend on what is asked for. */
export const stateKeys: TProperties = Object.fromEntries(
  families.flatMap((family) =>
    Object.entries(family.keys).map(([key, schema]) => [key, Type.Optional(schema)]),
  ),
)

/** @param fetchTypes undefined = everything */
function familiesOf(fetchTypes: ReadonlySet<string> | undefined): StateFamily[] {
  return families.filter((family) =>
    family.fetchTypes.every((type) => fetchTypes?.has(type) ?? true),
  )
}

/** Whether what a client asked for tells of what may change in the requester's account. */
export function tellsOfAccount(fetchTypes: ReadonlySet<string> | undefined): boolean {
  return familiesOf(fetchTypes).some(({ needsIdOnly }) => !needsIdOnly)
}

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
  const wanted = familiesOf(fetchTypes)
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
