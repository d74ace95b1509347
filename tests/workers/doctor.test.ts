import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { bundledParley } from '../support/bundle/bundle'
import { maybe, present, shapedLike } from '../support/checked'
import { Commands } from '../support/commands/commands'
import { startFakeS3 } from '../support/fake-s3'
import type { FakeS3 } from '../support/fake-s3'
import { MobileServices } from '../support/mobile-services'
import { canMount, OwnDisk } from '../support/own-disk'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { portOf } from '../support/own-ports'
import { OwnRedis } from '../support/own-redis'
import { preloads } from '../support/preloads'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'

interface Finding {
  subject: string
  state: string
  text: string
  advice?: string
}

/** A port at which nobody listens. */
async function closedPort(): Promise<number> {
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => free.once('listening', resolve))
  const port = portOf(free)
  await new Promise((resolve) => free.close(resolve))
  return port
}

const matching = (text: RegExp) => expect.stringMatching(text)

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
    const url = new URL(present(stores.settings['DATABASE_URL'], 'DATABASE_URL'))
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
    const { findings } = shapedLike(JSON.parse(stdout), {
      findings: [{ subject: '', state: '', text: '', advice: maybe('') }],
    })
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
    const port = await closedPort()
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

  it('warns of a Redis that drops queues when its memory is used up', async () => {
    const redis = await OwnRedis.start(['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru'])
    const { code, about } = await examine({ REDIS_URL: redis.url })
    await redis.remove()
    expect(code).toBe(3)
    expect(about('Redis')).toEqual([
      {
        subject: `Redis at 127.0.0.1:${redis.port}`,
        state: 'warning',
        text: matching(/drops keys .* \(maxmemory-policy allkeys-lru\): clients lose queues/),
        advice: matching(/^Set maxmemory-policy to noeviction/),
      },
    ])
  })

  it('fails for a Redis whose memory is used up', async () => {
    const redis = await OwnRedis.start(['--maxmemory', '1'])
    const { code, about } = await examine({ REDIS_URL: redis.url })
    await redis.remove()
    expect(code).toBe(1)
    expect(about('Redis')).toMatchObject([
      { state: 'failed', text: matching(/refuses writes/), advice: matching(/^Raise maxmemory/) },
    ])
  })

  it('warns of a clock that is an hour ahead of those of the stores', () => {
    const { status, stdout } = spawnSync(process.execPath, [bundledParley(), 'doctor', '--json'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...settings, ...preloads('wrong-clock.js') },
    })
    const { findings } = shapedLike(JSON.parse(stdout), {
      findings: [{ subject: '', state: '', text: '', advice: maybe('') }],
    })
    const isOfClock = ({ text }: Finding): boolean => text.startsWith('Its clock is')
    const found = findings.filter(isOfClock)
    expect(found.map(({ subject }) => subject)).toEqual(['database', matching(/^Redis at /)])
    for (const finding of found) {
      expect(finding).toMatchObject({
        state: 'warning',
        text: matching(/^Its clock is 36\d\d seconds behind the one of this machine\.$/),
        advice: matching(/^Run a time service/),
      })
    }
    expect(status).toBe(3)
  })

  it('names each service of pushes that is out of reach', async () => {
    const services = new MobileServices()
    await services.open()
    const port = await closedPort()
    const away = {
      FCM_URL: `http://127.0.0.1:${port}`,
      PUSH_BOUNCER_URL: `http://127.0.0.1:${port}`,
    }
    const { code, about } = await examine({ ...services.settings, ...away })
    await services.close()
    expect(code).toBe(1)
    const advice = matching(/^No program listens .* Let the server connect to this host/)
    expect(about('pushes')).toEqual([
      { subject: 'pushes', state: 'failed', text: matching(/to FCM .*ECONNREFUSED/), advice },
      { subject: 'pushes', state: 'ok', text: 'A connection to APNs can be made.' },
      { subject: 'pushes', state: 'failed', text: matching(/the push bouncer .*REFUSED/), advice },
    ])
  })

  const itWithDisks = canMount() ? it : it.skip

  itWithDisks('fails for a full disk, and warns of a small one', async () => {
    const uploads = join(folder, 'uploads')
    await mkdir(uploads)
    const disk = OwnDisk.mount(uploads, 1)
    const full = await examine({ UPLOADS_DIR: uploads })
    disk.unmount()
    const larger = OwnDisk.mount(uploads, 64)
    const small = await examine({ UPLOADS_DIR: uploads })
    larger.unmount()
    const text = matching(/^\d+ MiB are free for .* \(UPLOADS_DIR\)\.$/)
    const advice = matching(/^Free some space/)
    expect(full.about('disk')).toEqual([{ subject: 'disk', state: 'failed', text, advice }])
    expect(full.code).toBe(1)
    expect(small.about('disk')).toEqual([{ subject: 'disk', state: 'warning', text, advice }])
    expect(small.code).toBe(3)
  })

  it('fails for a folder that is a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { code, about } = await examine({ UPLOADS_DIR: join(file, 'uploads') })
    expect(code).toBe(1)
    expect(about('disk')).toMatchObject([{ state: 'failed', advice: matching(/UPLOADS_DIR/) }])
  })
})
