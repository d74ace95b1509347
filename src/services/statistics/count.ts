import type { AppContext } from '../../context'
import {
  countMessages,
  findCountableId,
  listCountProgress,
} from '../../db/statistics/message-counts'

/** Messages that one transaction counts. */
const messagesPerBatch = 20_000
/** Time after midnight in which messages of the day before may still be committed. */
const graceMs = 10 * 60_000
const dayMs = 86_400_000

/**
 * Counts the messages of days that are over, in small transactions. Where it ends early, whoever
 * comes next goes on. What is deleted later stays counted.
 *
 * @param breathe called between two batches; answers whether to go on
 * Source: docs/protocol/accounts.md#statistics.
 */
export async function countFinishedDays(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  breathe: () => Promise<boolean>,
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
      if (!(await breathe())) return
    }
  }
}
