import type { State } from '../store/state'

/** A picture of the realm's own that can be chosen. */
export interface RealmEmoji {
  id: string
  name: string
  /** The moving picture, where it moves. */
  sourceUrl: string
}

interface RealmEmojiRecord {
  id: string
  name: string
  source_url: string
  deactivated: boolean
}

/** Those that can be chosen today, by name. Source: docs/protocol/register.md#realm-emoji. */
export function listRealmEmoji({ realm_emoji }: Readonly<State>): RealmEmoji[] {
  return Object.values((realm_emoji ?? {}) as Record<string, RealmEmojiRecord>)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url }) => ({ id, name, sourceUrl: source_url }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
