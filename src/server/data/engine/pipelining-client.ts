import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import { afterPatience } from '../../lib/patience'

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

/** A setting of connections and of pools, which pass it on. */
export interface Patient {
  /** Max time to get a connection while this process runs. */
  patienceMs: number
}

/**
 * A connection that sends `begin` together with the first statement of the transaction, in one
 * write: each round trip wakes two processes. A transaction without statements is never sent.
 */
export class PipeliningClient extends pg.Client {
  private held: Statement[] = []

  constructor(private readonly config?: pg.ClientConfig & Partial<Patient>) {
    super({ ...config, pipeline: true })
  }

  // pg tells it by its return type whether the callback is absent.
  override connect(callBack?: unknown): never {
    const { patienceMs } = this.config ?? {}
    if (patienceMs !== undefined) this.watchAttempt(patienceMs)
    return super.connect(callBack as never) as never
  }

  // pg declares a dozen overloads; Kysely calls with text and values, and the pool never calls.
  override query(text: unknown, values?: unknown): never {
    return this.answer({ text, values }) as never
  }

  /** Hands a statement to pg. */
  protected send({ text, values }: Statement): Promise<unknown> {
    return super.query(text as string, values as unknown[])
  }

  private watchAttempt(patienceMs: number): void {
    const stop = afterPatience(patienceMs, () =>
      this.stream.destroy(new Error('Connection terminated due to connection timeout')),
    )
    this.once('connect', stop)
    this.once('end', stop)
  }

  private get stream(): Writable {
    return (this as unknown as { connection: { stream: Writable } }).connection.stream
  }

  private answer(statement: Statement): Promise<unknown> {
    const { text } = statement
    if (isBegin(text) || (typeof text === 'string' && text.startsWith(sentWithNextMark))) {
      this.held.push(statement)
      return Promise.resolve(nothing)
    }
    if (this.held.length === 0) return this.send(statement)
    const { held } = this
    this.held = []
    if (text !== 'commit' && text !== 'rollback') return this.sendTogether([...held, statement])
    return isBegin(held[0]?.text) ? Promise.resolve(nothing) : this.send(statement)
  }

  /** @returns the result of the last statement, or the error of the first that failed */
  private async sendTogether(statements: readonly Statement[]): Promise<unknown> {
    const { stream } = this
    stream.cork()
    const answers = statements.map((each) => this.send(each))
    stream.uncork()
    return (await Promise.all(answers)).at(-1)
  }
}

/** Kysely begins a transaction with an isolation level in the longer form. */
function isBegin(text: unknown): boolean {
  return text === 'begin' || (typeof text === 'string' && text.startsWith('start transaction'))
}
