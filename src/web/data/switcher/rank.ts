import type { SettingsRoute, Route } from '../navigation/route'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import { matchQuality, qualities, readQuery } from './match'
import type { MatchedName } from './match'

/** A place that the switcher can go to, or a command. */
export type Destination =
  | { readonly kind: 'view'; readonly route: Route }
  /** `row`: label of a setting on the page. */
  | { readonly kind: 'settings'; readonly route: SettingsRoute; readonly row?: string }
  | { readonly kind: 'command'; readonly id: string }
  | { readonly kind: 'stream'; readonly streamId: number }
  | { readonly kind: 'conversation'; readonly conversation: Conversation }

/** An entry of the switcher, with the names that queries are compared with. */
export interface SwitcherEntry {
  /** Unique among all entries. */
  readonly key: string
  readonly destination: Destination
  readonly name: string
  /** The stream of a topic, or the area of a settings page. */
  readonly place?: string
  readonly matched: MatchedName
  /** Id of the newest message; 0 if it is unknown. */
  readonly newestId: number
}

/** The reader's facts about conversations, by which matches are ordered. */
export interface ReaderFacts {
  /** Number of unread messages in a conversation, by its key. */
  unread(key: string): number
  isMuted(entry: SwitcherEntry): boolean
  /** Key of the conversation on screen. */
  readonly currentKey: string
}

/** Max length of the switcher's list. */
const maxEntries = 30

/** An entry that matches a text. */
export interface SwitcherMatch {
  readonly entry: SwitcherEntry
  /** Quality of the match, see `qualities`. */
  readonly quality: number
}

interface Ranked extends SwitcherMatch {
  isMuted: boolean
  isUrgent: boolean
}

/**
 * The entries that match a text, the best first: by quality of the match, then unread before read, then by the newest
 * message, with group conversations after others. Muted entries come last, unless the text is their whole name.
 */
export function rankEntries(
  entries: readonly SwitcherEntry[],
  text: string,
  facts: ReaderFacts,
): SwitcherMatch[] {
  const query = readQuery(text)
  const found: Ranked[] = []
  for (const entry of entries) {
    const quality = matchQuality(entry.matched, query)
    if (quality === undefined) continue
    const isMuted = quality > qualities.whole && facts.isMuted(entry)
    found.push({ entry, quality, isMuted, isUrgent: isUrgent(entry, facts) })
  }
  return best(found)
}

/** The conversations to offer before anything is typed: unread ones, then recent ones, without muted and current ones. */
export function rankRecent(
  conversations: readonly SwitcherEntry[],
  facts: ReaderFacts,
): SwitcherEntry[] {
  const isUnread = ({ key }: SwitcherEntry) => Number(facts.unread(key) > 0)
  return conversations
    .filter((entry) => entry.key !== facts.currentKey && !facts.isMuted(entry))
    .sort((a, b) => isUnread(b) - isUnread(a) || b.newestId - a.newestId)
    .slice(0, maxEntries)
}

/** Views have no messages of their own, but are few and meant when their name is typed. */
function isUrgent({ destination, key }: SwitcherEntry, { unread }: ReaderFacts): boolean {
  return destination.kind === 'view' || unread(key) > 0
}

function best(found: Ranked[]): SwitcherMatch[] {
  const sorted = found.sort(
    (a, b) =>
      Number(a.isMuted) - Number(b.isMuted) ||
      a.quality - b.quality ||
      Number(b.isUrgent) - Number(a.isUrgent) ||
      Number(isGroup(a.entry)) - Number(isGroup(b.entry)) ||
      b.entry.newestId - a.entry.newestId ||
      orderOfKinds[a.entry.destination.kind] - orderOfKinds[b.entry.destination.kind] ||
      a.entry.name.length - b.entry.name.length ||
      (a.entry.matched.name < b.entry.matched.name ? -1 : 1),
  )
  return sorted.slice(0, maxEntries)
}

/** The name of a person means the person, not each group conversation with them. */
function isGroup({ destination }: SwitcherEntry): boolean {
  const { conversation } = destination.kind === 'conversation' ? destination : {}
  return conversation?.kind === 'private' && conversation.userIds.length > 1
}

const orderOfKinds = { view: 0, stream: 1, conversation: 2, settings: 3, command: 4 } as const

/** The key of an entry; that of a conversation is the key of the conversation. */
export function keyOfDestination(destination: Destination): string {
  switch (destination.kind) {
    case 'conversation':
      return keyOfConversation(destination.conversation)
    case 'stream':
      return `stream:${destination.streamId}`
    case 'settings':
      return ['settings', destination.route.view, ...destination.route.path, destination.row ?? '']
        .join('/')
        .replace(/\/$/, '')
    case 'command':
      return `command:${destination.id}`
    case 'view':
      return `view:${JSON.stringify(destination.route)}`
  }
}
