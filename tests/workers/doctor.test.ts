import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Commands } from '../support/commands/commands'
import { startFakeS3 } from '../support/fake-s3'
import type { FakeS3 } from '../support/fake-s3'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'

interface Finding {
  subject: string
  state: string
  text: string
  advice?: string
}

const matching = (text: RegExp) => expect.stringMatching(text) as string

describeWithServices('parley doctor', () => {
  let stores: TestStores
  let folder: string
  let s3: FakeS3
  let settings: Record<string, string>
  const commands = new Commands()

  beforeAll(async () => {
    stores = await createTestStores()
    folder = await makeOwnFolder('doctor')
    s3 = await startFakeS3()
    const url = new URL(stores.settings['DATABASE_URL'] as string)
    url.searchParams.set('options', `-c search_path=${stores.searchPath}`)
    settings = { ...stores.settings, DATABASE_URL: url.href, UPLOADS_DIR: folder }
  })
  afterAll(async () => {
    await commands.end()
    await s3.close()
    await removeOwnFolder(folder)
    await stores.remove()
  })

  const examine = async (changed: Record<string, string> = {}) => {
    const { code, stdout } = await commands.run({ ...settings, ...changed }, 'doctor', '--json')
    const { findings } = JSON.parse(stdout) as { findings: Finding[] }
    const about = (subject: string) => findings.filter((each) => each.subject.startsWith(subject))
    return { code, findings, about }
  }

  it('names each store that answers', async () => {
    const bucket = {
      UPLOADS_S3_BUCKET: s3.bucket,
      UPLOADS_S3_ENDPOINT: s3.endpoint,
      UPLOADS_S3_ACCESS_KEY_ID: s3.accessKeyId,
      UPLOADS_S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const { about, findings } = await examine(bucket)
    expect(about('versions')).toMatchObject([{ state: 'ok', text: matching(/^Parley .* on Node/) }])
    expect(about('Redis')[0]?.text).toMatch(/answers/)
    expect(about('bucket')).toMatchObject([{ state: 'ok' }])
    expect(s3.files.size).toBe(0)
    // The PostgreSQL of a test run need not survive a crash, which is told.
    expect(about('database').filter(({ text }) => !text.includes('fsync'))).toEqual(
      about('database').filter(({ state }) => state === 'ok'),
    )
    const texts = findings.map(({ text }) => text).join()
    expect(texts).not.toContain(bucket.UPLOADS_S3_SECRET_ACCESS_KEY)
  })

  it('ends with 1 if something fails, and says what to do', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => free.once('listening', resolve))
    const { port } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const away = {
      DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/parley`,
      REDIS_URL: `redis://:secret@127.0.0.1:${port}`,
      SMTP_URL: `smtp://me:secret@127.0.0.1:${port}`,
      EXTERNAL_URL: 'http://localhost',
    }
    const { code, about, findings } = await examine(away)
    expect(code).toBe(1)
    for (const subject of ['database', 'Redis', 'mail']) {
      expect(about(subject)).toMatchObject([{ state: 'failed', text: matching(/ECONNREFUSED/) }])
    }
    expect(JSON.stringify(findings)).not.toContain('secret')
    const { stdout } = await commands.run({ ...settings, ...away }, 'doctor')
    expect(stdout).toMatch(
      /^FAILED {3}Redis: .*\n {9}No program listens .*\. Is it running, and is REDIS_URL right\?$/m,
    )
  })

  it('ends with 1 for a setting that is wrong, and looks at nothing else', async () => {
    const { code, findings } = await examine({ PORT: 'ninety' })
    expect(code).toBe(1)
    expect(findings).toMatchObject([{ subject: 'settings', state: 'failed' }])
  })

  it('ends with 3 for warnings alone', async () => {
    const { code, about } = await examine({ EXTERNAL_URL: 'https://chat.example.com' })
    expect(code).toBe(3)
    expect(about('settings')).toMatchObject([{ state: 'warning', advice: matching(/TRUST_PROXY/) }])
  })

  it('makes no embedded database', async () => {
    const { code, about } = await examine({ DATABASE_URL: '', REDIS_URL: '', DATA_DIR: folder })
    expect(code).toBe(3)
    expect(about('database')).toMatchObject([{ state: 'warning' }])
  })
})
