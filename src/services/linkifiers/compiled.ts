import { LRUCache } from 'lru-cache'
import type { Queryable } from '../../db/engine/database'
import { listLinkifierRows } from '../../db/realms/linkifiers'
import { compileLinkifier, LinkifierError } from '../../markdown'
import type { RealmLinkifiers } from '../../markdown'

/** By version: one is never given twice, in no realm and no database. */
const compiledByVersion = new LRUCache<string, RealmLinkifiers>({ max: 1_000 })

/**
 * The linkifiers of a realm, as of the version that its account was read with: a query only when
 * they have changed.
 */
export async function linkifiersOf(
  db: Queryable,
  account: { realm_id: number; realm_linkifiers_version?: string | null },
): Promise<RealmLinkifiers> {
  const version = account.realm_linkifiers_version
  if (!version) return []
  const known = compiledByVersion.get(version)
  if (known) return known
  const rows = await listLinkifierRows(db, account.realm_id)
  const compiled = rows.flatMap(({ pattern, url_template: urlTemplate }) => {
    try {
      return [compileLinkifier({ pattern, urlTemplate })]
    } catch (error) {
      // Written by hand, or for another engine: messages are more important.
      if (error instanceof LinkifierError) return []
      throw error
    }
  })
  compiledByVersion.set(version, compiled)
  return compiled
}
