import { sql } from 'kysely'
import { createLookout } from '../../src/db/keeping/lookout'
import type { DueWork } from '../../src/db/keeping/due-work'
import { untilHolds } from '../support/until'
import { useTestServer } from '../support/test-server'

describe('the lookout', () => {
  const server = useTestServer()

  const open = (warn: (...args: unknown[]) => void = () => undefined) =>
    createLookout({ db: server.ctx.db, clock: server.ctx.clock, log: { warn } as never })

  it('tells all who watch of what is due, again and again', async () => {
    const lookout = open()
    const [seen, others]: [DueWork[], DueWork[]] = [[], []]
    const watching = lookout.watch('first', (due) => void seen.push(due))
    const alsoWatching = lookout.watch('second', (due) => void others.push(due))
    await untilHolds('it looked', () => seen.length > 0)
    const nothing = { scheduledMessages: false, webhookJobs: false, mails: false, exports: false }
    expect(seen[0]).toEqual({ outboxRows: 0, ...nothing })
    await watching.stop()
    await sql`
      insert into outbox (realm_id, body, in_order)
      select id, '{}', true from realms`.execute(server.ctx.db.query)
    await untilHolds('it saw the row', () => others.at(-1)?.outboxRows === 1)
    await alsoWatching.stop()
  })

  it('leaves those alone who are busy, and says what failed', async () => {
    const warnings: unknown[][] = []
    const lookout = open((...args) => warnings.push(args))
    let calls = 0
    let finish = (): void => undefined
    const busy = lookout.watch('busy', () => {
      calls += 1
      return new Promise<void>((resolve) => (finish = resolve))
    })
    let fails = 0
    const failing = lookout.watch('could not do it', () => {
      fails += 1
      return Promise.reject(new Error(`no ${fails}`))
    })
    await untilHolds('it looked twice', () => fails >= 2)
    expect(calls).toBe(1)
    const [first] = warnings
    expect(first).toEqual([{ err: new Error('no 1') }, 'could not do it'])
    const stopped = busy.stop()
    finish()
    await stopped
    await failing.stop()
  })
})
