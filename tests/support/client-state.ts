import { isDeepStrictEqual } from 'node:util'
import { applyChoice, listMutedTopics } from './choices'
import { changeFlags, forgetMessages, hearMessage, updateMessages } from './client-unread'
import type { MessageState } from './client-unread'
import { deletedIds } from './known-messages'
import type { ReceivedEvent } from './person'

type Fields = Record<string, unknown>

export interface StreamState extends Fields {
  stream_id: number
  name: string
  subscribers?: number[]
}

export interface UserState extends Fields {
  user_id: number
}

export interface DraftState extends Fields {
  id: number
  timestamp: number
}

export interface GroupState extends Fields {
  id: number
  members: number[]
  direct_subgroup_ids: number[]
}

/** What a client holds after it registered for everything: what events change, and all the rest. */
export interface ClientState extends Fields, MessageState {
  user_id: number
  max_message_id: number
  pointer: number
  streams: StreamState[]
  /** Absent where the client did not ask. */
  realm_default_streams?: StreamState[]
  subscriptions: StreamState[]
  unsubscribed: StreamState[]
  never_subscribed: StreamState[]
  realm_users: UserState[]
  realm_non_active_users: UserState[]
  realm_bots: UserState[]
  user_settings?: Fields
  user_topics?: { stream_id: number; topic_name: string; visibility_policy: number }[]
  realm_user_groups: GroupState[]
  saved_snippets: Fields[]
  drafts: DraftState[]
  /** Absent where the client did not ask. */
  realm_emoji?: Record<string, Fields>
}

/** The lists in which a stream is found by those who may know of it. */
const ties = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const
const streamLists = ['streams', 'realm_default_streams', ...ties] as const

/**
 * Brings a state up to date as a client would that reads nothing but the event. An event that it
 * could make nothing of is a fault of the server.
 * Source: docs/protocol/events.md#complete.
 */
export function applyEvent(state: ClientState, event: ReceivedEvent, lists: SubscriberLists): void {
  applyOne(state, event, lists)
  listMutedTopics(state)
}

function applyOne(state: ClientState, event: ReceivedEvent, lists: SubscriberLists): void {
  switch (`${event.type}/${text(event['op'])}`) {
    case 'message/':
      state.max_message_id = Math.max(state.max_message_id, (event['message'] as { id: number }).id)
      return hearMessage(state, event)
    case 'update_message_flags/add':
    case 'update_message_flags/remove':
      return changeFlags(state, event)
    case 'update_message/':
      return updateMessages(state, event)
    case 'delete_message/':
      return forgetMessages(state, deletedIds(event))
    // Reactions and submessages are of messages that a client has fetched: see known-messages.ts.
    case 'submessage/':
    case 'reaction/add':
    case 'reaction/remove':
      return
    case 'pointer/':
      state.pointer = event['pointer'] as number
      return
    case 'realm/update':
      return updateRealm(state, { [text(event['property'])]: event['value'] })
    case 'realm/update_dict':
      return updateRealm(state, event['data'] as Fields)
    case 'default_streams/':
      state.realm_default_streams = event['default_streams'] as StreamState[]
      return
    case 'stream/create':
      for (const stream of event['streams'] as StreamState[]) addStream(state, stream, lists)
      return
    case 'stream/delete':
      for (const { stream_id: id } of event['streams'] as StreamState[]) dropStream(state, id)
      return
    case 'stream/update':
      return updateStream(state, event)
    case 'subscription/add':
      for (const added of event['subscriptions'] as StreamState[]) {
        tie(state, 'subscriptions', added)
      }
      return
    case 'subscription/remove':
      for (const removed of event['subscriptions'] as StreamState[]) {
        leaveStream(state, removed.stream_id)
      }
      return
    case 'subscription/update':
      return updateSubscription(state, event)
    case 'subscription/peer_add':
    case 'subscription/peer_remove':
      return changePeers(state, event)
    case 'realm_user/add':
      return addUser(state, event['person'] as UserState)
    case 'realm_user/remove':
      return deactivateUser(state, event['person'] as UserState)
    case 'realm_user/update':
      return updateUser(state, event['person'] as UserState)
    case 'realm_bot/add':
      return put(state.realm_bots, 'user_id', event['bot'] as UserState)
    case 'realm_bot/update':
      return merge(known(state.realm_bots, 'user_id', event['bot'] as UserState), event['bot'])
    case 'realm_bot/remove':
      return merge(known(state.realm_bots, 'user_id', event['bot'] as UserState), {
        is_active: false,
      })
    case 'realm_bot/delete':
      known(state.realm_bots, 'user_id', event['bot'] as UserState)
      return drop(state.realm_bots, 'user_id', (event['bot'] as UserState).user_id)
    case 'user_settings/update':
    case 'update_display_settings/':
    case 'update_global_notifications/':
    case 'user_topic/':
    case 'muted_users/':
    case 'alert_words/':
      return applyChoice(state, event)
    case 'saved_snippets/add':
      return put(state.saved_snippets, 'id', event['saved_snippet'] as Fields)
    case 'saved_snippets/update': {
      const snippet = event['saved_snippet'] as Fields
      return merge(known(state.saved_snippets, 'id', snippet), snippet)
    }
    case 'saved_snippets/remove': {
      const id = event['saved_snippet_id']
      known(state.saved_snippets, 'id', { id })
      return drop(state.saved_snippets, 'id', id)
    }
    case 'drafts/add':
      for (const draft of event['drafts'] as DraftState[]) put(state.drafts, 'id', draft)
      return sortDrafts(state)
    case 'drafts/update': {
      const draft = event['draft'] as DraftState
      merge(known(state.drafts, 'id', draft), draft)
      return sortDrafts(state)
    }
    case 'drafts/remove': {
      const id = event['draft_id'] as number
      known(state.drafts, 'id', { id })
      return drop(state.drafts, 'id', id)
    }
    case 'realm_linkifiers/':
    case 'realm_filters/':
      state[event.type] = event[event.type]
      return
    case 'user_group/add':
      return put(state.realm_user_groups, 'id', event['group'] as GroupState)
    case 'user_group/remove':
      groupOf(state, event)
      return drop(state.realm_user_groups, 'id', event['group_id'])
    case 'user_group/update':
      return merge(groupOf(state, event), event['data'])
    case 'user_group/add_members':
    case 'user_group/remove_members':
      return changeIds(groupOf(state, event), 'members', event, 'user_ids')
    case 'user_group/add_subgroups':
    case 'user_group/remove_subgroups': {
      const key = 'direct_subgroup_ids'
      return changeIds(groupOf(state, event), key, event, key)
    }
    case 'user_status/':
      return changeStatus(state, event)
    case 'presence/':
      return changePresence(state, event)
    case 'realm_emoji/add': {
      const emoji = event['emoji'] as Fields
      ;(state.realm_emoji ?? {})[String(emoji['id'])] = emoji
      return
    }
    case 'realm_emoji/update_one':
      return merge((state.realm_emoji ?? {})[String(event['emoji_id'])] as Fields, event['data'])
    case 'realm_emoji/update':
      state.realm_emoji = event['realm_emoji'] as Record<string, Fields>
      return
    // What somebody has uploaded is no part of the state.
    case 'attachment/add':
    case 'attachment/remove':
      return
    default:
      throw new Error(`no client knows what to do with ${JSON.stringify(event)}`)
  }
}

/** Whether the client asked to be shown who is subscribed, and can read all that there is. */
export type SubscriberLists = 'with subscribers' | 'without subscribers' | 'with capabilities'

function addStream(state: ClientState, stream: StreamState, lists: SubscriberLists): void {
  put(state.streams, 'stream_id', stream)
  if (ties.some((list) => state[list].some((entry) => entry.stream_id === stream.stream_id))) return
  const subscribers = lists === 'without subscribers' ? {} : { subscribers: [] }
  state.never_subscribed.push({ ...stream, ...subscribers })
}

function dropStream(state: ClientState, id: number): void {
  known(state.streams, 'stream_id', { stream_id: id })
  for (const list of streamLists) drop(state[list] ?? [], 'stream_id', id)
}

function updateStream(state: ClientState, event: ReceivedEvent): void {
  const { type: _type, op: _op, id: _id, name: _old, stream_id, property, value, ...more } = event
  const changes = { ...more, [property as string]: value }
  known(state.streams, 'stream_id', { stream_id })
  for (const list of streamLists) {
    const stream = state[list]?.find((entry) => entry.stream_id === stream_id)
    if (stream) merge(stream, changes)
  }
}

function tie(state: ClientState, list: (typeof ties)[number], stream: StreamState): void {
  known(state.streams, 'stream_id', stream)
  for (const other of ties) drop(state[other], 'stream_id', stream.stream_id)
  state[list].push(stream)
}

function leaveStream(state: ClientState, id: number): void {
  const left = known(state.subscriptions, 'stream_id', { stream_id: id })
  if (left.subscribers) left.subscribers = left.subscribers.filter((id) => id !== state.user_id)
  tie(state, 'unsubscribed', left)
}

function updateSubscription(state: ClientState, event: ReceivedEvent): void {
  const { stream_id, property, value } = event
  merge(known(state.subscriptions, 'stream_id', { stream_id }), { [property as string]: value })
}

/** A client that does not list subscribers has nothing to change, but must know the stream. */
function changePeers(state: ClientState, event: ReceivedEvent): void {
  const streamIds = event['stream_ids'] as number[]
  const userIds = event['user_ids'] as number[]
  const names = streamIds.map((stream_id) => known(state.streams, 'stream_id', { stream_id }).name)
  const older = [event['subscriptions'], event['stream_id'], event['user_id']]
  if (!isDeepStrictEqual(older, [names, streamIds[0], userIds[0]])) {
    throw new Error('tells older clients something else')
  }
  for (const stream of ties.flatMap((list) => state[list])) {
    if (!streamIds.includes(stream.stream_id) || !stream.subscribers) continue
    const others = stream.subscribers.filter((id) => !userIds.includes(id))
    stream.subscribers = event['op'] === 'peer_add' ? [...others, ...userIds] : others
  }
}

function addUser(state: ClientState, person: UserState): void {
  drop(state.realm_non_active_users, 'user_id', person.user_id)
  put(state.realm_users, 'user_id', person)
}

function deactivateUser(state: ClientState, person: UserState): void {
  const gone = known(state.realm_users, 'user_id', person)
  drop(state.realm_users, 'user_id', person.user_id)
  state.realm_non_active_users.push({ ...gone, is_active: false })
}

/** One's own record is at the top level too, with what one may do. */
function updateUser(state: ClientState, person: UserState): void {
  const everybody = [...state.realm_users, ...state.realm_non_active_users]
  const user = known(everybody, 'user_id', person)
  // These are told of oneself alone, and by nobody's record.
  const { avatar_source: _source, avatar_url_medium: _medium, ...record } = person
  merge(user, record)
  if (user['bot_owner'] === null) delete user['bot_owner']
  if (person.user_id !== state.user_id) return

  const own = ['full_name', 'is_owner', 'is_admin', 'is_guest']
  for (const key of [...own, 'avatar_source', 'avatar_url', 'avatar_url_medium']) {
    if (key in person) state[key] = person[key]
  }
  updateRights(state)
}

function updateRealm(state: ClientState, changes: Fields): void {
  for (const [property, value] of Object.entries(changes)) state[`realm_${property}`] = value
  updateRights(state)
}

/** What a user may do follows from their role, their age, and the policies of the realm. */
function updateRights(state: ClientState): void {
  const isTrusted = state['is_guest'] === false && !isNewcomer(state)
  const mayDo = (policy: string) =>
    state['is_admin'] === true || (isTrusted && (state[`realm_${policy}`] ?? 1) === 1)
  const [mayCreatePublic, mayCreatePrivate] = [
    mayDo('create_public_stream_policy'),
    mayDo('create_private_stream_policy'),
  ]
  state['can_create_streams'] = mayCreatePublic || mayCreatePrivate
  state['can_create_public_streams'] = mayCreatePublic
  state['can_create_private_streams'] = mayCreatePrivate
  state['can_subscribe_other_users'] = mayDo('invite_to_stream_policy')
}

function isNewcomer({ user_id, realm_users, ...state }: ClientState): boolean {
  const { date_joined } = known(realm_users, 'user_id', { user_id })
  const days = (Date.now() - Date.parse(date_joined as string)) / 86_400_000
  return Math.floor(days) < ((state['realm_waiting_period_threshold'] ?? 0) as number)
}

/** The newest first. */
function sortDrafts({ drafts }: ClientState): void {
  drafts.sort((a, b) => b.timestamp - a.timestamp || b.id - a.id)
}

function groupOf(state: ClientState, event: ReceivedEvent): GroupState {
  return known(state.realm_user_groups, 'id', { id: event['group_id'] })
}

/** Ids that come into a list must be new to it, and those that leave it must be there. */
function changeIds(entry: Fields, key: string, event: ReceivedEvent, idsKey: string): void {
  const before = entry[key] as number[]
  const ids = event[idsKey] as number[]
  const isAddition = String(event['op']).startsWith('add')
  if (ids.some((id) => before.includes(id) === isAddition)) {
    throw new Error(`${key} are ${before.join()} already`)
  }
  const others = before.filter((id) => !ids.includes(id))
  entry[key] = (isAddition ? [...others, ...ids] : others).sort((a, b) => a - b)
}

/** Empty is what is not said any more. */
function changeStatus(state: ClientState, event: ReceivedEvent): void {
  const { type: _type, id: _id, user_id: userId, ...changes } = event
  const statuses = state['user_status'] as Record<string, Fields>
  const said = Object.entries({ ...statuses[userId as number], ...changes })
  const status = Object.fromEntries(said.filter(([, value]) => value !== ''))
  if (Object.keys(status).length > 0) statuses[userId as number] = status
  else delete statuses[userId as number]
}

/** As older clients keep it. */
function changePresence(state: ClientState, { email, presence }: ReceivedEvent): void {
  const { website } = presence as { website: Fields }
  const { pushable: _pushable, ...aggregated } = website
  const presences = state['presences'] as Record<string, unknown>
  presences[email as string] = { aggregated, website }
}

/** The entry that an event is about: a client that does not have it would be lost. */
function known<T extends Fields>(list: T[], key: string, wanted: Fields): T {
  const entry = list.find((candidate) => candidate[key] === wanted[key])
  if (!entry) throw new Error(`is about something unknown: ${key} ${text(wanted[key])}`)
  return entry
}

function put<T extends Fields>(list: T[], key: string, entry: T): void {
  drop(list, key, entry[key])
  list.push({ ...entry })
}

function drop(list: Fields[], key: string, value: unknown): void {
  const index = list.findIndex((entry) => entry[key] === value)
  if (index >= 0) list.splice(index, 1)
}

function merge(entry: Fields, changes: unknown): void {
  Object.assign(entry, changes)
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
