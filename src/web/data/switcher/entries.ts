import { routeOfView } from '../navigation/route'
import { viewNames } from '../../lib/views'
import * as t from '../../texts/catalog'
import { namePrivate } from '../conversations/names'
import type { Conversation } from '../records/conversation'
import type { Stream, User } from '../records/state'
import type { Store } from '../store/store'
import { matchedName } from './match'
import { keyOfDestination } from './rank'
import type { Destination, SwitcherEntry } from './rank'
import type { PlacedRow } from './placed-rows'
import type { SettingsPage } from './settings-pages'

/** The views across all conversations. */
export const listViews = (): SwitcherEntry[] =>
  viewNames.map((name) => entryOf({ kind: 'view', route: routeOfView(name) }, t.views[name]))

export const settingsEntry = ({ route, title, area }: SettingsPage): SwitcherEntry =>
  entryOf({ kind: 'settings', route }, title, { place: area })

export const settingRowEntry = ({ place, label, words }: PlacedRow): SwitcherEntry =>
  entryOf({ kind: 'settings', route: place.route, row: label }, label, {
    place: place.title,
    ...(words === undefined ? {} : { words }),
  })

export const commandEntry = ({ id, name }: { id: string; name: string }): SwitcherEntry =>
  entryOf({ kind: 'command', id }, name)

export const streamEntry = (stream: Stream, newestId: number): SwitcherEntry =>
  entryOf({ kind: 'stream', streamId: stream.stream_id }, stream.name, { newestId })

export const personEntry = (
  user: Pick<User, 'user_id' | 'full_name'>,
  ownId: number,
): SwitcherEntry =>
  user.user_id === ownId
    ? entryOf(conversationWith([]), t.sidebar.notes)
    : entryOf(conversationWith([user.user_id]), user.full_name)

const conversationWith = (userIds: readonly number[]): Destination => ({
  kind: 'conversation',
  conversation: { kind: 'private', userIds },
})

/** @param store names the stream or the people */
export function conversationEntry(
  conversation: Conversation,
  newestId: number,
  store: Pick<Store, 'user' | 'stream'>,
): SwitcherEntry {
  if (conversation.kind === 'topic') {
    return topicEntry(conversation, newestId, store.stream(conversation.streamId)?.name ?? '')
  }
  const name = namePrivate(store, conversation.userIds)
  return entryOf({ kind: 'conversation', conversation }, name, { newestId })
}

export const topicEntry = (
  conversation: Extract<Conversation, { kind: 'topic' }>,
  newestId: number,
  streamName: string,
): SwitcherEntry =>
  entryOf({ kind: 'conversation', conversation }, conversation.topic, {
    newestId,
    place: streamName,
  })

interface Details {
  place?: string
  /** Further words of the name. */
  words?: string
  newestId?: number
}

function entryOf(
  destination: Destination,
  name: string,
  { place, words, newestId = 0 }: Details = {},
): SwitcherEntry {
  return {
    key: keyOfDestination(destination),
    destination,
    name,
    ...(place === undefined ? {} : { place }),
    matched: matchedName(words === undefined ? name : `${name} ${words}`, place),
    newestId,
  }
}
