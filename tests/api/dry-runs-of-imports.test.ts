import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { formats, recognizeFormat } from '../../src/server/moving/import/formats'
import { PeopleMap } from '../../src/server/moving/import/job/people-map'
import type { ImportRecord } from '../../src/server/moving/import/records'
import { importArchive } from '../../src/server/moving/import/run'
import { expectSuccess } from '../support/expectations'
import { archiveFixtures, faultyFixture } from '../support/archives/fixtures'
import { makeOwnFolder } from '../support/own-folder'
import { useOwnServer } from '../support/own-server'

const server = useOwnServer()
let folder: string
beforeAll(async () => {
  folder = await makeOwnFolder('dry-runs')
})

async function reported(archive: string, into: string, isDryRun: boolean) {
  const reader = await formats[await recognizeFormat(archive)].open(archive)
  // A map that names a person whom no list has.
  const people = PeopleMap.parse('UBOB,bob@example.org')
  try {
    const options = { into, people, isDryRun, resumes: false }
    const { report } = await importArchive(server.ctx, reader, options)
    return { kinds: report.kinds(), remarks: report.remarks() }
  } finally {
    await reader.close()
  }
}

/** Numbers of rows of all organizations, by table. */
async function sizes(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from realms) as realms, (select count(*) from users) as users,
      (select count(*) from messages) as messages, (select count(*) from import_keys) as keys,
      (select count(*) from imports) as imports, (select count(*) from uploads) as uploads,
      (select count(*) from streams) as streams, (select count(*) from subscriptions) as ties,
      (select last_value from messages_id_seq) as last_message`.execute(server.db)
  return rows
}

/** The report of a dry run, which must have written nothing, and that of the import after it. */
async function both(archive: string, into: string) {
  const before = await sizes()
  const trial = await reported(archive, into, true)
  expect(await sizes()).toEqual(before)
  return { trial, real: await reported(archive, into, false) }
}

describe.each([...archiveFixtures, faultyFixture])(
  'a dry run of an archive of $name',
  (fixture) => {
    const id = fixture.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    let archive: string
    beforeAll(async () => {
      const own = path.join(folder, id)
      await mkdir(own, { recursive: true })
      archive = await fixture.write(own)
    })

    it('reports what the import reports, first and again', async () => {
      const first = await both(archive, `new-${id}`)
      expect(first.trial).toEqual(first.real)
      expect(first.real.kinds['message']?.written).toBeGreaterThan(0)
      const again = await both(archive, `new-${id}`)
      expect(again.trial).toEqual(again.real)
      expect(again.real.kinds['message']?.written).toBe(0)
    })

    it('reports what the import reports, into an organization with the same names', async () => {
      const live = await server.realm(`live-${id}`)
      await live.user('bob')
      await live.stream('general')
      await live.stream('news')
      const group = { name: 'crew', description: '', members: [] }
      expectSuccess(await live.owner.post('/user_groups/create', group))
      const { trial, real } = await both(archive, live.subdomain)
      expect(trial).toEqual(real)
    })
  },
)

describe('the report of a faulty archive', () => {
  it('names a record that comes twice', async () => {
    const live = await server.realm('doubled')
    async function* records(): AsyncGenerator<ImportRecord> {
      yield { kind: 'stream', key: 'C1', name: 'garden', isPrivate: false }
      yield { kind: 'stream', key: 'C1', name: 'garden', isPrivate: false }
    }
    const options = { into: live.subdomain, people: PeopleMap.empty, isDryRun: true }
    const { report } = await importArchive(
      server.ctx,
      { source: 'slack:doubled', records },
      { ...options, resumes: false },
    )
    expect(report.kinds()['stream']).toMatchObject({ written: 1 })
    expect(report.remarks()).toContainEqual({
      ...{ reason: 'Doubled stream', count: 1, examples: ['C1'] },
    })
  })

  it('names each fault', async () => {
    const own = path.join(folder, 'named')
    const archive = await faultyFixture.write(own)
    const { remarks } = await reported(archive, 'named', true)
    expect(remarks.map(({ reason, count }) => `${count} ${reason}`).sort()).toMatchInlineSnapshot(`
      [
        "1 A message is in the archive twice.",
        "1 Avatar that cannot be read",
        "1 Emoji whose picture cannot be read",
        "1 File of the archive that cannot be read",
        "1 Name that was changed",
        "1 No list of the archive has a member of a conversation.",
        "1 No list of the archive has a person who reacted.",
        "1 No list of the archive has the member of a channel.",
        "1 Person without an address",
        "2 Stream with another name here",
      ]
    `)
  })
})
