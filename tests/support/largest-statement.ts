import pg from 'pg'
import { PreparingPglite } from '../../src/server/data/engine/preparing-pglite'
import { anyValue, maybe, shapedLike } from './checked'

/**
 * Characters of the largest statement, as its values or its rows, that servers in this process exchange with their databases during a
 * call. A process handles each in one turn of its event loop.
 */
export async function largestStatement(call: () => PromiseLike<unknown>): Promise<number> {
  let largest = 0
  const note = (carried: unknown): void => {
    largest = Math.max(largest, JSON.stringify(carried ?? []).length)
  }
  const restore = [watch(pg.Client.prototype, note), watch(PreparingPglite.prototype, note)]
  try {
    await call()
    return largest
  } finally {
    for (const undo of restore) undo()
  }
}

function watch(database: { query: unknown }, note: (carried: unknown) => void): () => void {
  const original = database.query as (...args: unknown[]) => unknown
  database.query = async function (this: unknown, ...args: unknown[]) {
    const [statement, values] = args
    note(values ?? shapedLike(statement, { values: maybe(anyValue) }).values)
    const result = await original.apply(this, args)
    note(shapedLike(result, maybe({ rows: maybe(anyValue) }))?.rows)
    return result
  }
  return () => {
    database.query = original
  }
}
