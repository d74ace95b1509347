import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { discordExport } from '../support/archives/discord-export'
import { sketchOrganization } from '../support/archives/organization'
import { writeFiles } from '../support/archives/zip'
import { bundledParley } from '../support/bundle/bundle'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, workerSettings } from '../support/workers'

describeWithServices('the command parley import', () => {
  let stores: TestStores
  let database: Database
  let folder: string

  beforeAll(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    folder = await mkdtemp(path.join(tmpdir(), 'import-priority-'))
    await writeFiles(path.join(folder, 'archive'), discordExport(sketchOrganization(4_000)))
    expect((await once(parley('migrate'), 'exit'))[0]).toBe(0)
  })
  afterAll(async () => {
    await database.close()
    await stores.remove()
    await rm(folder, { recursive: true, force: true })
  })

  function parley(...words: string[]): ChildProcess {
    const env = { PATH: process.env['PATH'], ...workerSettings(stores), UPLOADS_DIR: folder }
    return spawn(process.execPath, [bundledParley(), ...words], { env, stdio: 'ignore' })
  }

  it.each([
    { priority: undefined, expected: constants.priority.PRIORITY_LOW, what: 'the lowest priority' },
    { priority: 'low', expected: constants.priority.PRIORITY_LOW, what: 'the lowest priority' },
    { priority: 'normal', expected: getPriority(), what: 'the priority of its shell' },
  ])('has $what with --priority $priority', async ({ priority, expected }) => {
    const into = `priority-${priority ?? 'default'}`
    const options = priority === undefined ? [] : ['--priority', priority]
    const child = parley('import', path.join(folder, 'archive'), '--into', into, ...options)
    const ended = once(child, 'exit')
    try {
      await untilHolds('it imports', async () => {
        const { rows } = await sql`select from realms where string_id = ${into}`.execute(
          database.query,
        )
        return rows.length > 0
      })
      expect(getPriority(child.pid ?? 0)).toBe(expected)
    } finally {
      child.kill('SIGKILL')
      await ended
    }
  })
})
