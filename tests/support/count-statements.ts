import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** Number of statements that servers in this process send to their databases during a call. */
export async function countStatements(call: () => PromiseLike<unknown>): Promise<number> {
  const spies = [
    jest.spyOn(pg.Client.prototype, 'query'),
    jest.spyOn(PGlite.prototype, 'query'),
  ] as const
  try {
    await call()
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
