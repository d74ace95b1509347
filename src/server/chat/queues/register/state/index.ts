import { Type } from '@sinclair/typebox'
import type { TProperties } from '@sinclair/typebox'
import type { OwnState } from '../../../../data/users/own-state'
import { PreparedJson } from '../../../../wire/prepared-json'
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
  clientDevicesState,
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
 * Families that the server does not support, with the empty values that clients expect.
 * Source: docs/protocol/register.md#empty-keys.
 */
const emptyStates = [
  constantFamily(['hotspots'], { hotspots: [] }),
  constantFamily(['realm_embedded_bots'], { realm_embedded_bots: [] }),
]

/**
 * Version of the web app. A page that registers again compares it with its own and reloads if it is older.
 * Source: docs/protocol/events.md#web-reload-client.
 */
const webVersionState = stateFamily({
  fetchTypes: ['web_reload_client'],
  keys: { web_version: Type.Union([Type.String(), Type.Null()]) },
  read: async ({ webVersion }) => ({ web_version: webVersion }),
})

/** All families, in reading order. */
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
  clientDevicesState,
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

/** Schemas of all possible members of the initial state; all optional. */
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

/** Whether the requested state contains data of the requester's account other than its id. */
export function containsAccount(fetchTypes: ReadonlySet<string> | undefined): boolean {
  return familiesOf(fetchTypes).some(({ needsIdOnly }) => !needsIdOnly)
}

/**
 * Reads the requested families of the initial state.
 *
 * @param fetchTypes undefined = everything
 * @param openRequest called with the parts of own state that these families use
 */
export async function readInitialState(
  fetchTypes: ReadonlySet<string> | undefined,
  openRequest: (own: ReadonlySet<keyof OwnState>) => StateRequest,
): Promise<PreparedJson> {
  const wanted = familiesOf(fetchTypes)
  const request = openRequest(new Set(wanted.flatMap((family) => family.own ?? [])))
  const state: Record<string, unknown> = {}
  const prepared: string[] = []
  // Sequential, so that a crowd of reconnecting clients does not take all database connections.
  for (const family of wanted) {
    const part = await family.read(request)
    if (part instanceof PreparedJson) prepared.push(part.members)
    else Object.assign(state, part)
  }
  return PreparedJson.of(state, ...prepared)
}
