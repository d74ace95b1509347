import { judgeNewMessages } from '../../src/server/chat/jobs/notifications/judge'
import type { OwnServer } from './own-server'
import { untilHolds } from './until'

/** Judges all messages so far; transactions of other tests may keep some from being settled at once. */
export async function judgeAll(server: OwnServer): Promise<void> {
  const { newest } = await server.db
    .selectFrom('messages')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  await untilHolds('all messages are judged', async () => {
    await judgeNewMessages(server.ctx)
    const progress = await server.db
      .selectFrom('notification_progress')
      .select('judged_id')
      .executeTakeFirstOrThrow()
    return progress.judged_id >= newest
  })
}
