import type { State } from '../records/state'

/** A custom emoji of the realm. */
export interface RealmEmoji {
  id: string
  name: string
  /** URL of the animated picture if the emoji is animated. */
  sourceUrl: string
}

/** Active custom emoji, sorted by name. Source: docs/protocol/register.md#realm-emoji. */
export function listRealmEmoji({ realm_emoji }: Readonly<State>): RealmEmoji[] {
  return Object.values(realm_emoji)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url }) => ({ id, name, sourceUrl: source_url }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
