import { sql } from 'kysely'
import { takeExport, renewalOfExport } from '../../src/server/data/exports/jobs'
import { expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import { describeWithServices } from '../support/services'
import { untilHolds } from '../support/until'

const leaseSeconds = 1
const renewPauseMs = 200

/** Blocks the event loop without using a processor. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describeWithServices('leases', () => {
  const server = useOwnServer()
  const query = () => server.ctx.db.query

  async function takeOne() {
    expectSuccess(await server.owner.post('/export/realm'))
    const taken = await takeExport(query(), leaseSeconds)
    if (!taken) throw new Error('No export is due.')
    return taken
  }

  it('A kept lease is renewed while the event loop is busy for longer than the lease, until it is released', async () => {
    const taken = await takeOne()
    const errors: unknown[] = []
    const lease = server.ctx.db.keepLease(renewalOfExport(taken, leaseSeconds), renewPauseMs, {
      onLost: () => errors.push('lost'),
      onError: (error) => errors.push(error),
    })
    await untilHolds('the thread has renewed it', async () => {
      const { rows } = await sql`
        select from realm_exports where id = ${taken.id} and due_at > ${taken.due_at}`.execute(
        query(),
      )
      return rows.length > 0
    })
    block(2 * leaseSeconds * 1_000)
    expect(await takeExport(query(), leaseSeconds)).toBeUndefined()
    lease.release()
    await untilHolds('the lease has run out', async () => {
      return (await takeExport(query(), leaseSeconds)) !== undefined
    })
    expect(errors).toEqual([])
  })

  it('A kept lease tells when another worker has taken the job', async () => {
    const taken = await takeOne()
    let isLost = false
    await sql`update realm_exports set attempts = attempts + 1`.execute(query())
    const lease = server.ctx.db.keepLease(renewalOfExport(taken, leaseSeconds), renewPauseMs, {
      onLost: () => (isLost = true),
      onError: () => undefined,
    })
    await untilHolds('the holder is told', () => isLost)
    lease.release()
  })
})
