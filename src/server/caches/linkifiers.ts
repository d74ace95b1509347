import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../data/engine/database'
import { listLinkifierRows } from '../data/realms/linkifiers'
import { compileLinkifier, LinkifierError, linksOfTopic } from '../text/markdown/linkifiers'
import type { LinkifierRow } from '../data/schema'
import type { RealmLinkifiers } from '../text/markdown/environment'
import type { TopicLink } from '../../shared/messages'
import type { Counting, CacheStats } from './cache-stats'
import { Versioned } from './versioned'

const maxRealms = 1_000
const longestTurnMs = 10

/**
 * The fields of an account that identify its realm's linkifiers; without a version the realm has
 * none.
 */
export interface LinkifiedAccount {
  realm_id: number
  realm_linkifiers_version?: string | null
}

/**
 * The compiled linkifiers of realms, cached by the version in the account. A version is never
 * reused, not even by another realm.
 */
export class Linkifiers implements Counting {
  private readonly compiled = new Versioned<number, RealmLinkifiers>({ limit: maxRealms })

  /** The linkifiers of an account's realm; queries the database only after a change. */
  async read(db: Queryable, account: LinkifiedAccount): Promise<RealmLinkifiers> {
    const { realm_id: realmId, realm_linkifiers_version: version } = account
    if (!version) return []
    const known = this.compiled.find(realmId, version)
    if (known) return known
    const rows = await listLinkifierRows(db, realmId)
    return this.compiled.keep(realmId, version, rows.flatMap(compile))
  }

  /**
   * Finds the links in topics of a realm. There may be thousands, and each may take some
   * milliseconds, so the function yields to the event loop every {@link longestTurnMs} ms.
   */
  async topicLinker(
    db: Queryable,
    account: LinkifiedAccount,
    topics: Iterable<string>,
  ): Promise<(topic: string) => TopicLink[]> {
    const linkifiers = await this.read(db, account)
    const known = new Map<string, TopicLink[]>()
    let turnBegan = performance.now()
    for (const topic of new Set(topics)) {
      known.set(topic, linksOfTopic(linkifiers, topic))
      if (performance.now() - turnBegan < longestTurnMs) continue
      await nextTurn()
      turnBegan = performance.now()
    }
    return (topic) => known.get(topic) ?? linksOfTopic(linkifiers, topic)
  }

  forgetAll(): void {
    this.compiled.forgetAll()
  }

  tally(): CacheStats {
    return this.compiled.tally()
  }
}

function compile({ pattern, url_template: urlTemplate }: LinkifierRow): RealmLinkifiers {
  try {
    return [compileLinkifier({ pattern, urlTemplate })]
  } catch (error) {
    // Skip a pattern that does not compile, such as one inserted by hand: messages are more
    // important.
    if (error instanceof LinkifierError) return []
    throw error
  }
}
