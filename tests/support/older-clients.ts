import { isDeepStrictEqual } from 'node:util'
import { applyEvent, isKnownEvent } from '../../src/web/data/store/apply-event'
import { getRecord } from '../../src/web/data/records/records'
import type { ServerEvent, State, UserTopic } from '../../src/web/data/records/state'
import { topicPolicies } from '../../src/shared/rules/topic-policies'
import { asNumbers, asText, shapedLike } from './checked'
import { deletedIds } from './known-messages'
import type { ReceivedEvent } from './person'

/** The kinds of clients, by the options of their registration. */
export const clientKinds = [
  'the web app',
  'with subscribers',
  'without subscribers',
  'with capabilities',
] as const
export type ClientKind = (typeof clientKinds)[number]

/** The state of a client; partial for clients that did not ask for everything. */
export type ClientState = State & Record<string, unknown>

type View = NonNullable<State['navigation_views']>[number]
type Domain = NonNullable<State['realm_domains']>[number]

/** Members that clients lack if they did not ask for them. */
const nothingTold = {
  channel_folders: [],
  realm_default_streams: [],
  realm_emoji: {},
  realm_users: [],
  recent_private_conversations: [],
  starred_messages: [],
  unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [] },
  user_settings: {},
  user_topics: [],
}

/**
 * Updates the state of a client from nothing but the event. Uses the app's own reducer, and adds the members
 * that only older clients have. An event that a client cannot apply is a fault of the server.
 * Source: docs/protocol/events.md#complete.
 */
export function applyAs(kind: ClientKind, state: ClientState, event: ReceivedEvent): void {
  checkForOlderClients(state, event)
  const whole = Object.assign({}, nothingTold, state)
  if (kind === 'the web app' || !applyForOlderClients(whole, event)) {
    const told = event as ServerEvent
    if (!isKnownEvent(told)) {
      throw new Error(`no client can apply ${JSON.stringify(event)}`)
    }
    applyEvent(whole, told)
  }
  // The older key that combines two newer ones.
  whole['jitsi_server_url'] = whole['realm_jitsi_server_url'] ?? whole['server_jitsi_server_url']
  if (kind !== 'the web app') addWhatFollows(kind, whole)
  for (const key of Object.keys(whole)) if (key in state) state[key] = whole[key]
}

/** @returns whether the event was handled completely */
function applyForOlderClients(state: ClientState, event: ReceivedEvent): boolean {
  switch (`${event.type}/${typeof event['op'] === 'string' ? event['op'] : ''}`) {
    case 'delete_message/':
      applyEvent(state, { ...event, message_ids: deletedIds(event) } as ServerEvent)
      return true
    case 'onboarding_steps/':
    case 'pointer/':
    case 'realm_filters/':
    case 'realm_playgrounds/':
    case 'realm_emoji/update':
      state[event.type] = event[event.type]
      return true
    case 'update_display_settings/':
      state[asText(event['setting_name'])] = event['setting']
      return true
    case 'update_global_notifications/':
      state[asText(event['notification_name'])] = event['setting']
      return true
    case 'realm_domains/add':
    case 'realm_domains/change':
    case 'realm_domains/remove':
      changeDomains(state, event)
      return true
    case 'presence/':
      changePresence(state, event)
      return true
    case 'navigation_view/add':
      putViews(state, [...viewsOf(state), event['navigation_view'] as View])
      return true
    case 'navigation_view/update':
      changeView(state, event)
      return true
    case 'navigation_view/remove':
      putViews(
        state,
        viewsOf(state).filter(({ fragment }) => fragment !== event['fragment']),
      )
      return true
    case 'subscription/peer_add':
    case 'subscription/peer_remove':
      changePeers(state, event)
      return true
    default:
      return false
  }
}

/** The app has no state for them. */
function changeDomains(state: ClientState, event: ReceivedEvent): void {
  const domains = state.realm_domains ?? []
  const changed = event['realm_domain'] as Domain | undefined
  const name = changed?.domain ?? event['domain']
  const isKnown = domains.some(({ domain }) => domain === name)
  if (event['op'] === 'remove') {
    state.realm_domains = domains.filter(({ domain }) => domain !== name)
  } else if (isKnown) {
    state.realm_domains = domains.map((each) => (changed && each.domain === name ? changed : each))
  } else if (changed) {
    state.realm_domains = [...domains, changed]
  }
}

const viewsOf = (state: ClientState): readonly View[] => state.navigation_views ?? []

function putViews(state: ClientState, views: readonly View[]): void {
  state.navigation_views = views.toSorted((a, b) => (a.fragment < b.fragment ? -1 : 1))
}

function changeView(state: ClientState, { fragment, data }: ReceivedEvent): void {
  const views = viewsOf(state)
  const known = views.find((view) => view.fragment === fragment)
  if (state.navigation_views && !known) throw new Error(`no view is ${String(fragment)}`)
  putViews(
    state,
    views.map((view) => (view === known ? Object.assign({}, view, data) : view)),
  )
}

/** In the older form: by email. */
function changePresence(state: ClientState, { email, presence }: ReceivedEvent): void {
  const { website } = shapedLike(presence, { website: { pushable: false } })
  const { pushable: _pushable, ...aggregated } = website
  Object.assign(state.presences, { [asText(email)]: { aggregated, website } })
}

function changePeers(state: ClientState, event: ReceivedEvent): void {
  const streamIds = asNumbers(event['stream_ids'])
  const userIds = asNumbers(event['user_ids'])
  changeSubscribers(state, (stream, subscribers) => {
    if (!streamIds.includes(stream.stream_id)) return subscribers
    const others = subscribers.filter((id) => !userIds.some((user) => user === id))
    return event['op'] === 'peer_add' ? [...others, ...userIds] : others
  })
}

/** Adds derived members that have no events: older lists, and the lists of subscribers. */
function addWhatFollows(kind: ClientKind, state: ClientState): void {
  state.muted_topics = listMutedTopics(state)
  if (kind === 'without subscribers') return
  state.never_subscribed = state.never_subscribed.map((stream) => ({ subscribers: [], ...stream }))
  const left = new Set<object>(state.unsubscribed)
  changeSubscribers(state, (stream, subscribers) =>
    left.has(stream) ? subscribers.filter((id) => id !== state.user_id) : subscribers,
  )
}

function changeSubscribers(
  state: ClientState,
  change: (
    stream: { readonly stream_id: number },
    subscribers: readonly (string | number)[],
  ) => readonly (string | number)[],
): void {
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed'] as const) {
    const changed = state[list].map((stream) =>
      stream.subscribers ? { ...stream, subscribers: change(stream, stream.subscribers) } : stream,
    )
    Object.assign(state, { [list]: changed })
  }
}

/** Derived from the newer clients' list, and from the names of unarchived streams. */
function listMutedTopics(state: ClientState): readonly (readonly [string, string, number])[] {
  return state.user_topics.flatMap((topic: UserTopic): [string, string, number][] => {
    const stream = state.streams.find((known) => known.stream_id === topic.stream_id)
    const isMuted = topic.visibility_policy === topicPolicies.muted
    return stream && !stream.is_archived && isMuted
      ? [[stream.name, topic.topic_name, topic.last_updated]]
      : []
  })
}

/**
 * Values that an event has in an older and in a newer form must agree; and an event must change something.
 */
function checkForOlderClients(state: ClientState, event: ReceivedEvent): void {
  const { type, op } = event
  if (type === 'update_message_flags' && op !== event['operation']) throw olderForm()
  if (type === 'subscription' && (op === 'peer_add' || op === 'peer_remove')) {
    const streamIds = asNumbers(event['stream_ids'])
    const names = streamIds.map((id) => getRecord(state.streams, 'stream_id', id).name)
    const older = [event['subscriptions'], event['stream_id'], event['user_id']]
    const userIds = asNumbers(event['user_ids'])
    if (!isDeepStrictEqual(older, [names, streamIds[0], userIds[0]])) throw olderForm()
  }
  if (type === 'user_group' && /_(members|subgroups)$/.test(String(op))) checkGroup(state, event)
}

const olderForm = () => new Error('older and newer forms differ')

/** Ids added to a list must be new to it, and removed ones must be in it. */
function checkGroup(state: ClientState, event: ReceivedEvent): void {
  const group = getRecord(state.realm_user_groups, 'id', event['group_id'])
  const [before, ids] =
    'user_ids' in event
      ? [group.members, asNumbers(event['user_ids'])]
      : [group.direct_subgroup_ids, asNumbers(event['direct_subgroup_ids'])]
  const isAddition = String(event['op']).startsWith('add')
  if (ids.some((id) => before.includes(id) === isAddition)) {
    throw new Error(`there are ${before.join()} already`)
  }
}
