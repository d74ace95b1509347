import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { prepareSnapshots } from '../support/snapshot'
import { useTestServer } from '../support/test-server'

/** Tests of bad input rely on snapshots that notice every write. */
describe('a snapshot of the database', () => {
  const server = useTestServer()

  it.each([
    ['one statement', () => server.owner.send('general', 'greetings', 'Hello!')],
    [
      'a transaction',
      () =>
        server.owner.post('/users/me/alert_words', { alert_words: JSON.stringify([randomUUID()]) }),
    ],
  ])('differs after what %s wrote, also when nothing was written before', async (_, write) => {
    const takeSnapshot = await prepareSnapshots(server)
    for (const reads of [0, 1, 2, 3]) {
      const before = await takeSnapshot()
      for (let read = 0; read < reads; read += 1) await server.owner.get('/users')
      expect(await takeSnapshot()).toEqual(before)

      await write()
      expect(await takeSnapshot()).not.toEqual(before)
    }
  })

  it('is the same after statements that change nothing, and names the tables that differ', async () => {
    const takeSnapshot = await prepareSnapshots(server)
    const before = await takeSnapshot()
    await sql`update users set full_name = full_name`.execute(server.db)
    expect(await takeSnapshot()).toEqual(before)
    await sql`update users set full_name = full_name || '!'`.execute(server.db)
    const { users, ...others } = before
    expect(await takeSnapshot()).toMatchObject(others)
    expect((await takeSnapshot())['users']).not.toBe(users)
  })
})
