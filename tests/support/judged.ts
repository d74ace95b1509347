import { judgeNewMessages } from '../../src/server/chat/jobs/notifications/judge'
import type { OwnServer } from './own-server'
import { untilHolds } from './until'

/** Judges all messages so far; transactions of other tests may keep some from being settled at once. */
export async function judgeAll({ ctx, db }: OwnServer): Promise<void> {
  const { newest } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  await untilHolds('all messages are judged', async () => {
    // Judging pauses between its marks, for transactions that have not begun to write; here all are answered.
    await db
      .updateTable('notification_progress')
      .set({ marked_at: new Date(0) })
      .execute()
    await judgeNewMessages(ctx)
    const progress = await db
      .selectFrom('notification_progress')
      .select('judged_id')
      .executeTakeFirstOrThrow()
    return progress.judged_id >= newest
  })
}
