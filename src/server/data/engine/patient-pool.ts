import pg from 'pg'
import { afterPatience } from '../../lib/patience'
import type { Patient } from './pipelining-client'

/**
 * A pool whose callers wait for a connection for a limited time, without the time in which this process had
 * no processor: a connection that is free by then is used, instead of failing all callers at once.
 */
export class PatientPool extends pg.Pool {
  private readonly patienceMs: number

  constructor(options: pg.PoolConfig & Patient) {
    super(options)
    this.patienceMs = options.patienceMs
  }

  // Kysely takes connections by promises only.
  override connect(): Promise<pg.PoolClient>
  override connect(callBack: unknown): never
  override connect(): Promise<pg.PoolClient> {
    const connection = super.connect()
    return new Promise((resolve, reject) => {
      let isOver = false
      const stop = afterPatience(this.patienceMs, () => {
        isOver = true
        reject(new Error('timeout exceeded when trying to connect'))
      })
      connection.then(
        (client) => {
          stop()
          if (isOver) client.release()
          else resolve(client)
        },
        (error: unknown) => {
          stop()
          reject(error as Error)
        },
      )
    })
  }
}
