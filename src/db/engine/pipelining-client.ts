import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import pg from 'pg'

const sentWithNextMark = '/* sent with the next */'

/**
 * A mark at the beginning of statements that matter only to the next one of their transaction, and answer nothing, such
 * as those that take a lock: they are sent with it, and fail with it.
 */
export const sentWithNext: RawBuilder<unknown> = sql.raw(sentWithNextMark)

/** What a statement answers that is not sent yet, or not at all. */
const nothing = { command: '', rowCount: null, oid: 0, rows: [], fields: [] }

/** As Kysely hands it over. */
export interface Statement {
  text: unknown
  values: unknown
}

/**
 * A connection on which a transaction begins with its first statement, in the same write: each round trip wakes two
 * processes. One in which nothing is done never begins.
 */
export class PipeliningClient extends pg.Client {
  private held: Statement[] = []

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true })
  }

  // pg declares a dozen overloads; Kysely calls with text and values, and the pool not at all.
  override query(text: unknown, values?: unknown): never {
    return this.answer({ text, values }) as never
  }

  /** Hands a statement to pg. */
  protected send({ text, values }: Statement): Promise<unknown> {
    return super.query(text as string, values as unknown[])
  }

  private answer(statement: Statement): Promise<unknown> {
    const { text } = statement
    const isBegin = text === 'begin'
    if (isBegin || (typeof text === 'string' && text.startsWith(sentWithNextMark))) {
      this.held.push(statement)
      return Promise.resolve(nothing)
    }
    if (this.held.length === 0) return this.send(statement)
    const { held } = this
    this.held = []
    if (text !== 'commit' && text !== 'rollback') return this.sendTogether([...held, statement])
    return held[0]?.text === 'begin' ? Promise.resolve(nothing) : this.send(statement)
  }

  /** @returns the answer to the last one, or the error of the first that failed */
  private async sendTogether(statements: readonly Statement[]): Promise<unknown> {
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    stream.cork()
    const answers = statements.map((each) => this.send(each))
    stream.uncork()
    return (await Promise.all(answers)).at(-1)
  }
}
