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
  savedSnippetsState,
  userTopicsState,
} from './own-lists'
import { filtersState, linkifiersState, realmEmojiState, realmState } from './realm'
import type { StateRequest } from './request'
import { displaySettingsState, notificationSettingsState, userSettingsState } from './settings'
import { defaultStreamsState, streamsState, subscriptionsState } from './streams'
import {
  botsState,
  ownAccountState,
  presenceState,
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
  constantFamily(['channel_folders'], { channel_folders: [] }),
  constantFamily(['custom_profile_fields'], {
    custom_profile_fields: [],
    custom_profile_field_types: {},
  }),
  constantFamily(['default_stream_groups'], { realm_default_stream_groups: [] }),
  constantFamily(['hotspots'], { hotspots: [] }),
  constantFamily(['navigation_views'], { navigation_views: [] }),
  constantFamily(['onboarding_steps'], { onboarding_steps: [] }),
  constantFamily(['realm_domains'], { realm_domains: [] }),
  constantFamily(['realm_embedded_bots'], { realm_embedded_bots: [] }),
  constantFamily(['realm_playgrounds'], { realm_playgrounds: [] }),
  constantFamily(['reminders'], { reminders: [] }),
  constantFamily(['scheduled_messages'], { scheduled_messages: [] }),
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
  draftsState,
  userStatusState,
  userSettingsState,
  displaySettingsState,
  notificationSettingsState,
  webVersionState,
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
