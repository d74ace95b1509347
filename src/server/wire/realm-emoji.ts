import type { RealmEmojiEvent, RealmEmojiMap, RealmEmojiRecord } from '../../shared/realm-emoji'
import type { RealmEmojiRow } from '../data/schema'

/** Address of the picture of an emoji. */
export function realmEmojiUrl(realmId: number, fileName: string): string {
  return `/user_avatars/${realmId}/emoji/images/${fileName}`
}

function presentRealmEmoji(emoji: RealmEmojiRow): RealmEmojiRecord {
  const { realm_id: realmId, still_file_name: still } = emoji
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: realmEmojiUrl(realmId, emoji.file_name),
    still_url: still === null ? null : realmEmojiUrl(realmId, still),
    deactivated: emoji.deactivated_at !== null,
    author_id: emoji.author_id,
  }
}

export function presentRealmEmojiMap(rows: readonly RealmEmojiRow[]): RealmEmojiMap {
  return Object.fromEntries(rows.map((emoji) => [String(emoji.id), presentRealmEmoji(emoji)]))
}

/**
 * The event for clients that only read the complete list.
 * Source: docs/protocol/decided-conflicts.md#emoji-events.
 */
export function realmEmojiReplaced(rows: readonly RealmEmojiRow[]): RealmEmojiEvent {
  return { type: 'realm_emoji', op: 'update', realm_emoji: presentRealmEmojiMap(rows) }
}

/**
 * The event of a new emoji, for clients with the capability `individual_emoji_changes`.
 * Source: docs/protocol/events.md#realm-emoji.
 */
export function realmEmojiAdded(emoji: RealmEmojiRow): RealmEmojiEvent {
  return { type: 'realm_emoji', op: 'add', emoji: presentRealmEmoji(emoji) }
}

/** The event of a deactivated emoji, for the same clients. */
export function realmEmojiDeactivated(emoji: Pick<RealmEmojiRow, 'id'>): RealmEmojiEvent {
  return {
    type: 'realm_emoji',
    op: 'update_one',
    emoji_id: String(emoji.id),
    data: { deactivated: true },
  }
}
