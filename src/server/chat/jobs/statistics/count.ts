import type { AppContext } from '../../../context'
import {
  countMessages,
  findCountableId,
  listCountProgress,
} from '../../../data/statistics/message-counts'

/** Max messages counted per transaction. */
const messagesPerBatch = 20_000
/** Time after midnight in which messages of the previous day may still be committed. */
const graceMs = 10 * 60_000
const dayMs = 86_400_000

/**
 * Counts the messages of finished days, in small transactions. A run that stops early is continued by
 * the next one. Messages deleted later stay counted.
 *
 * @param pauseBetween called between batches; answers whether to continue
 * Source: docs/protocol/accounts.md#statistics.
 */
export async function countFinishedDays(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  pauseBetween: () => Promise<boolean>,
): Promise<void> {
  const settled = ctx.clock.now().getTime() - graceMs
  const before = new Date(Math.floor(settled / dayMs) * dayMs)
  for (const { realmId, countedId } of await listCountProgress(ctx.db.query)) {
    let after = countedId
    for (;;) {
      const wanted = { before, atMost: messagesPerBatch }
      const upTo = await findCountableId(ctx.db.query, realmId, after, wanted)
      if (upTo === undefined) break
      const range = { after, upTo }
      await ctx.db.transaction((tx) => countMessages(tx, realmId, range))
      after = upTo
      if (!(await pauseBetween())) return
    }
  }
}
