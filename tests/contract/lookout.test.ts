import { sql } from 'kysely'
import { createDueWorkPoller } from '../../src/server/data/schedule/due-work-poller'
import type { DueWork } from '../../src/server/data/schedule/due-work'
import { untilHolds } from '../support/until'
import { useOwnServer } from '../support/own-server'

describe('the lookout', () => {
  const server = useOwnServer()

  const open = () => createDueWorkPoller(server.ctx)
  const fail = (error: unknown): never => {
    throw error
  }

  it('tells all watchers repeatedly which work is due', async () => {
    const dueWork = open()
    const [seen, others]: [DueWork[], DueWork[]] = [[], []]
    const watching = dueWork.watch((due) => void seen.push(due), fail)
    const alsoWatching = dueWork.watch((due) => void others.push(due), fail)
    await untilHolds('it looked', () => seen.length > 0)
    const nothing = {
      ...{ scheduledMessages: false, webhookJobs: false, mails: false, exports: false },
      ...{ linkPreviews: false, missedMessages: false, endedStatuses: false },
      ...{ incomingMails: false, imports: false, messageDeletions: false },
      ...{ pushDevices: false, pushMessages: false, pushJobs: false },
      // Without mail, nothing is judged.
      unjudgedMessages: expect.any(Boolean),
    }
    expect(seen[0]).toEqual({ outboxRows: 0, staleOutboxRows: false, ...nothing })
    await watching.stop()
    await sql`
      insert into outbox (realm_id, body, in_order)
      select id, '{}', true from realms`.execute(server.db)
    await untilHolds('it saw the row', () => others.at(-1)?.outboxRows === 1)
    expect(others.at(-1)).toHaveProperty('staleOutboxRows', false)
    await sql`update outbox set created_at = created_at - interval '2 seconds'`.execute(server.db)
    await untilHolds('it was left behind', () => others.at(-1)?.staleOutboxRows === true)
    await alsoWatching.stop()
  })

  it('skips busy watchers, and reports their errors', async () => {
    const dueWork = open()
    let calls = 0
    let finish = (): void => undefined
    const busy = dueWork.watch(() => {
      calls += 1
      return new Promise<void>((resolve) => (finish = resolve))
    }, fail)
    let fails = 0
    const errors: unknown[] = []
    const failing = dueWork.watch(
      () => {
        fails += 1
        return Promise.reject(new Error(`no ${fails}`))
      },
      (error) => errors.push(error),
    )
    await untilHolds('it looked twice', () => fails >= 2)
    expect(calls).toBe(1)
    expect(errors[0]).toEqual(new Error('no 1'))
    const stopped = busy.stop()
    finish()
    await stopped
    await failing.stop()
  })
})
