import type { AppContext } from '../../../context'
import { indexWordsAnew } from '../../../data/retention/unindexed-words'

/**
 * Indexes messages from before migration 0096 for searches in scripts without blanks, and from before 0131 for parts of
 * words with punctuation, in small transactions. A run that stops early is continued by the next one.
 *
 * @param pauseBetween called between pieces; answers whether to continue
 * Source: docs/protocol/history.md#search-words.
 */
export async function indexOldWords(
  { db }: Pick<AppContext, 'db'>,
  pauseBetween: () => Promise<boolean>,
): Promise<void> {
  while (await db.transaction(indexWordsAnew)) {
    if (!(await pauseBetween())) return
  }
}
