import type { Database } from '../../src/server/data/engine/database'
import { hastyWorker } from '../support/bundle/bundle'
import { makeOwnFolder } from '../support/own-folder'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { makeWebBuild } from '../support/web-build'
import { memberAt, openTestDatabase, Worker } from '../support/workers'

const older = '0123456789abcdef'
const newer = 'fedcba9876543210'

describeWithServices('a new version of the web app', () => {
  let stores: TestStores
  let database: Database
  let webApps: Record<'older' | 'newer', string>
  const workers: Worker[] = []

  const start = async (version: 'older' | 'newer'): Promise<Worker> => {
    const worker = await Worker.start(stores, { TEST_WEB_APP: webApps[version] }, hastyWorker())
    workers.push(worker)
    return worker
  }

  beforeAll(async () => {
    stores = await createTestStores()
    webApps = { older: await webAppOf(older), newer: await webAppOf(newer) }
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  })

  const told = { type: 'web_reload_client', immediate: false, version: newer }

  it('is told to the pages of the web app, once, when the last worker serves it', async () => {
    const [a, b] = await Promise.all([start('older'), start('older')])
    const ada = await memberAt(a, database, 'ada')
    const page = await ada.register({ client: 'website' })
    const choosy = await ada.register({ client: 'website', event_types: ['message'] })
    const bot = await ada.register({ client: 'bot' })
    const another = await memberAt(a, database, 'bo')
    const lapsed = await another.register({ client: 'website' })
    // A user of its own for repeated registrations, which delete a user's oldest queues.
    const onlooker = await memberAt(a, database, 'cy')
    const versionAt = async (worker: Worker) =>
      (await onlooker.at(worker.url).register({ fetch_event_types: ['web_reload_client'] }))[
        'web_version'
      ]
    expect(await versionAt(a)).toBe(older)

    // One after the other is replaced: until the last one is, a page that reloads may get either.
    const c = await start('newer')
    expect(await a.stop()).toBe(0)
    expect(await versionAt(c)).toBe(older)
    const onC = ada.at(c.url)
    expect(typesOf(await onC.eventsUntilNow(page))).not.toContain('web_reload_client')

    const d = await start('newer')
    await b.kill()
    expect(await onC.pollUntil(page, 'web_reload_client')).toContainEqual(
      expect.objectContaining(told),
    )
    expect(await another.at(d.url).pollUntil(lapsed, 'web_reload_client')).toContainEqual(
      expect.objectContaining(told),
    )
    await untilHolds(
      'both workers know',
      async () => (await versionAt(c)) === newer && (await versionAt(d)) === newer,
    )

    // No page is told twice, and other clients are not told.
    const e = await start('newer')
    expect(await versionAt(e)).toBe(newer)
    for (const queue of [page, choosy, bot]) {
      expect(typesOf(await ada.at(e.url).eventsUntilNow(queue))).not.toContain('web_reload_client')
    }
  })
})

/** The folder of a web app of this version, like that of a next release. */
async function webAppOf(version: string): Promise<string> {
  const folder = await makeOwnFolder('version')
  await makeWebBuild(folder, version)
  return folder
}

function typesOf(events: readonly { type: string }[]): string[] {
  return events.map(({ type }) => type)
}
