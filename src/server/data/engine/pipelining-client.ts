import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import pg from 'pg'

const sentWithNextMark = '/* sent with the next */'

/**
 * Mark at the start of statements that only the next one of their transaction needs and that return
 * nothing, such as locks: they are sent together with it, and fail with it.
 */
export const sentWithNext: RawBuilder<unknown> = sql.raw(sentWithNextMark)

/** Result of a statement that is not sent yet, or never. */
const nothing = { command: '', rowCount: null, oid: 0, rows: [], fields: [] }

/** The arguments Kysely passes to `query`. */
export interface Statement {
  text: unknown
  values: unknown
}

/**
 * A connection that sends `begin` together with the first statement of the transaction, in one
 * write: each round trip wakes two processes. A transaction without statements is never sent.
 */
export class PipeliningClient extends pg.Client {
  private held: Statement[] = []

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true })
  }

  // pg declares a dozen overloads; Kysely calls with text and values, and the pool never calls.
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

  /** @returns the result of the last statement, or the error of the first that failed */
  private async sendTogether(statements: readonly Statement[]): Promise<unknown> {
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    stream.cork()
    const answers = statements.map((each) => this.send(each))
    stream.uncork()
    return (await Promise.all(answers)).at(-1)
  }
}
