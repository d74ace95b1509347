import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../data/engine/database'
import { listAlertWords } from '../data/users/alert-words'
import { buildAutomaton, findWords, normalizeForAlerts } from '../text/markdown/alert-words'
import type { FoundWords, WordAutomaton } from '../text/markdown/alert-words'
import type { Counting, CacheStats } from './cache-stats'
import { Versioned } from './versioned'

/** Max code units of alert words over all realms; about 50 bytes each. */
const maxUnits = 2_000_000

/** Longest text, in characters, that is searched on the event loop. */
const longestHere = 500

/** Searches a long text in a thread. */
export interface WordSearcher {
  findWords(realmId: number, automaton: WordAutomaton, text: string): Promise<FoundWords>
}

/** Alert words of realms, ready to be found, cached by the version in the account's realm. */
export class AlertWords implements Counting {
  private readonly matchers = new Versioned<number, AlertWordMatcher>({
    limit: maxUnits,
    weigh: (matcher) => matcher.weight,
  })

  constructor(private readonly db: Queryable) {}

  /**
   * Ids of the active users with an alert word that occurs in a text, ascending. The caller checks
   * whether they receive the message.
   *
   * Call it outside of transactions: the first call queries the database, which may have a single
   * connection. Later calls answer from memory.
   * @param account its `realm_alert_words_version` says which words count
   * Source: docs/protocol/markdown.md#alert-words.
   */
  async usersAlertedBy(
    account: { realm_id: number; realm_alert_words_version: number },
    text: string,
    searcher: WordSearcher,
  ): Promise<readonly number[]> {
    const { realm_id: realmId, realm_alert_words_version: version } = account
    const matcher = await this.matchers.read(realmId, version, async () =>
      AlertWordMatcher.of(await listAlertWords(this.db, realmId)),
    )
    if (matcher.isEmpty) return []
    const normalized = normalizeForAlerts(text)
    const found =
      text.length <= longestHere
        ? findWords(matcher.automaton, normalized)
        : await searcher.findWords(realmId, matcher.automaton, normalized)
    return matcher.usersOf(found.words)
  }

  forgetAll(): void {
    this.matchers.forgetAll()
  }

  tally(): CacheStats {
    return this.matchers.tally()
  }
}

/** The alert words of a realm and their users. */
export class AlertWordMatcher {
  private constructor(
    readonly automaton: WordAutomaton,
    private readonly userIds: readonly (readonly number[])[],
  ) {}

  /** Takes several turns of the event loop for many words. */
  static async of(words: readonly { user_id: number; word: string }[]): Promise<AlertWordMatcher> {
    const usersByWord = new Map<string, number[]>()
    for (const { user_id: userId, word } of words) {
      const key = normalizeForAlerts(word)
      const users = usersByWord.get(key)
      if (users) users.push(userId)
      else if (key !== '') usersByWord.set(key, [userId])
    }
    const building = buildAutomaton([...usersByWord.keys()])
    let step = building.next()
    while (!step.done) {
      await nextTurn()
      step = building.next()
    }
    return new AlertWordMatcher(step.value, [...usersByWord.values()])
  }

  get isEmpty(): boolean {
    return this.userIds.length === 0
  }

  get weight(): number {
    return this.automaton.words.length + this.userIds.length
  }

  /** Ids of the users who have any of the words, ascending. */
  usersOf(words: readonly number[]): number[] {
    const found = new Set(words.flatMap((word) => this.userIds[word] ?? []))
    return [...found].sort((a, b) => a - b)
  }
}
