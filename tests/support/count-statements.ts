import pg from 'pg'
import { PreparingPglite } from '../../src/server/data/engine/preparing-pglite'

/**
 * Number of statements that servers in this process send to their databases during a call.
 * @param text in the statements that count
 */
export async function countStatements(
  call: () => PromiseLike<unknown>,
  text = '',
): Promise<number> {
  const spies = [
    jest.spyOn(pg.Client.prototype, 'query'),
    jest.spyOn(PreparingPglite.prototype, 'query'),
  ] as const
  try {
    await call()
    const statements = spies.flatMap(({ mock }) =>
      mock.calls.map(([statement]) => statement as unknown),
    )
    return statements.filter((statement) => JSON.stringify(statement).includes(text)).length
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
