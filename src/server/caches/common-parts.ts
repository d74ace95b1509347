import type { Requester } from '../data/users/requesters'

/**
 * Columns whose values many accounts share: those of the realm, and those that few users change.
 */
const commonColumns = [
  'settings',
  'profile_data',
  'muter_ids',
  'groups_around',
  'realm_name',
  'realm_description',
  'realm_uuid',
  'realm_created_at',
  'realm_settings',
  'realm_pictures',
  'realm_user_defaults',
] as const

type CommonColumn = (typeof commonColumns)[number]

const mostKnown = 1_000

/** Deduplicates equal parts of immutable accounts, which are half of each account. */
export class CommonParts {
  /** Values by column and JSON text. */
  private readonly known = new Map<string, unknown>()

  share(account: Requester): void {
    const parts = account as Record<CommonColumn, unknown>
    for (const column of commonColumns) parts[column] = this.knownFor(column, parts[column])
  }

  private knownFor(column: CommonColumn, part: unknown): unknown {
    const text = `${column} ${JSON.stringify(part)}`
    if (this.known.has(text)) return this.known.get(text)
    if (this.known.size >= mostKnown) this.known.clear()
    this.known.set(text, part)
    return part
  }
}
