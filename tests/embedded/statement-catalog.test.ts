import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { openEmbeddedDatabase } from '../../src/server/data/engine/embedded'
import { asError } from '../support/checked'
import { emptyDatabase } from '../support/empty-database'
import { describeWith } from '../support/services'
import { readStatements } from '../support/statements'

/*
 * Most of the suite runs on PostgreSQL alone. collect-statements.js collected the statements that its servers sent,
 * and the embedded database must understand each of them too: their syntax, tables, columns, functions and types.
 */
const migrations = join(__dirname, '../../db/migrations')
const brought = new Set(
  readdirSync(migrations).map((name) => readFileSync(join(migrations, name), 'utf8')),
)
/** Migrations are of many commands each, and have made the embedded database itself. */
const statements = readStatements().filter((text) => !brought.has(text))
const source = {
  name: 'run on PostgreSQL before this one whose statements were collected',
  url: statements.length > 0 ? 'there' : undefined,
}

describeWith(source, 'the embedded database', () => {
  let database: PGlite
  beforeAll(async () => {
    database = openEmbeddedDatabase(undefined, await emptyDatabase())
  })
  afterAll(() => database.close())

  it(`understands all ${statements.length} statements that the server sends to PostgreSQL`, async () => {
    const refused: string[] = []
    for (const text of statements) {
      try {
        await database.describeQuery(text)
      } catch (error) {
        refused.push(`${asError(error).message}: ${text}`)
      }
    }
    expect(refused).toEqual([])
  })

  it('refuses a statement that it does not understand', async () => {
    await expect(database.describeQuery('select missing from messages')).rejects.toThrow(
      'column "missing" does not exist',
    )
  })
})
