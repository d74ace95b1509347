import { systemClock } from '../../src/server/lib/clock'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import { migrate } from '../../src/server/data/engine/migrate'
import { insertOutboxRows } from '../../src/server/data/engine/outbox'
import { isConnectionLoss } from '../../src/server/lib/store-away'
import { findPostgres } from '../support/binaries'
import { OwnPostgres } from '../support/own-postgres'
import { describeWith } from '../support/services'

const needs = { name: "PostgreSQL's programs", url: findPostgres()?.postgres }

/*
 * A crash of PostgreSQL loses transactions that are not on the disk yet, and later transactions get their ids.
 * Source: docs/protocol/errors.md#no-5xx-after-commit.
 */
describeWith(needs, 'a transaction that PostgreSQL forgets in a crash before the commit', () => {
  let postgres: OwnPostgres
  let database: Database

  beforeAll(async () => {
    postgres = await OwnPostgres.start()
    database = openDatabase({ clock: systemClock, url: postgres.url })
    await migrate(database)
    await postgres.query(`insert into realms (string_id, name) values ('acme', 'Acme')`)
  })
  afterAll(async () => {
    await database.close()
    await postgres.remove()
  })

  const change = (meanwhile: () => Promise<void>) =>
    database.transaction(async (tx) => {
      await insertOutboxRows(tx, 1, [{ body: {}, inOrder: true }])
      await postgres.stop('immediate')
      await postgres.start()
      await meanwhile()
    })

  it('has not committed, and its caller gets a connection loss', async () => {
    const lost: unknown = await change(async () => undefined).catch((error: unknown) => error)
    expect(isConnectionLoss(lost)).toBe(true)
  })

  it('has not committed even if another transaction got its id', async () => {
    const lost: unknown = await change(async () => {
      for (let count = 0; count < 20; count += 1)
        await postgres.query('select pg_current_xact_id()')
    }).catch((error: unknown) => error)
    expect(isConnectionLoss(lost)).toBe(true)
  })
})
