import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { built } from '../support/built-server'
import { asRecord, shapedLike } from '../support/checked'
import { Commands } from '../support/commands/commands'
import { startFakeS3 } from '../support/fake-s3'
import type { FakeS3 } from '../support/fake-s3'
import { expectSuccess } from '../support/expectations'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import type { Person } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { uploadedBy } from '../support/uploads'
import { ownerAt, Worker, workerSettings } from '../support/workers'

describeWithServices('parley backup', () => {
  let stores: TestStores
  let folder: string
  let s3: FakeS3
  let worker: Worker
  let owner: Person
  let upload: string
  let first: Record<string, string>
  let second: Record<string, string>
  const commands = new Commands()

  beforeAll(async () => {
    folder = await makeOwnFolder('whole-backup')
    ;[stores, s3] = await Promise.all([createTestStores(), startFakeS3()])
    const { DATABASE_URL: database = '' } = workerSettings(stores)
    first = { ...stores.settings, DATABASE_URL: database, UPLOADS_DIR: join(folder, 'uploads') }
    second = {
      DATA_DIR: join(folder, 'embedded'),
      UPLOADS_S3_BUCKET: s3.bucket,
      UPLOADS_S3_ENDPOINT: s3.endpoint,
      UPLOADS_S3_ACCESS_KEY_ID: s3.accessKeyId,
      UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
    }
    worker = await Worker.start(stores, first)
    owner = await ownerAt(worker)
    upload = await uploadedBy(owner, 'kept.txt', Buffer.from('kept'))
    await owner.send('general', 'files', `[kept](${upload})`)
  })
  afterAll(async () => {
    await worker.kill()
    await commands.end()
    await s3.close()
    await stores.remove()
    await removeOwnFolder(folder)
  })

  const at = (name: string) => join(folder, name)
  const run = (settings: Record<string, string>, ...words: string[]) =>
    commands.run(settings, ...words, '--json')
  const parley = async (settings: Record<string, string>, ...words: string[]): Promise<object> => {
    const { code, stdout, stderr } = await run(settings, ...words)
    expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' })
    return asRecord(JSON.parse(stdout))
  }
  const refusal = async (settings: Record<string, string>, ...words: string[]) => {
    const { code, stdout } = await run(settings, ...words)
    expect(code).toBe(1)
    return shapedLike(JSON.parse(stdout), { error: '' }).error
  }

  it('restores a backup made under load into the other kinds of stores, and the server works there', async () => {
    // A call that was killed has left its unfinished files.
    await writeFile(at('one.backup.part'), 'half')
    expect(await parley(first, 'backup', at('one.backup'))).toMatchObject({ files: 1 })
    expect((await stat(at('one.backup'))).mode & 0o077).toBe(0)
    const names = await readdir(folder)
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await parley({}, 'backup', '--verify', at('one.backup'))).toMatchObject({ files: 1 })
    expect(await refusal(first, 'backup', at('one.backup'))).toMatch(/already/)
    expect(await refusal(first, 'restore', at('one.backup'))).toMatch(/stop them first/)

    expect(await parley(second, 'restore', at('one.backup'))).toMatchObject({ files: 1, kept: 0 })
    expect([...s3.files.values()].map(({ bytes }) => bytes.toString())).toEqual(['kept'])
    const restored = await Worker.start(stores, { ...second, DATABASE_URL: '', REDIS_URL: '' })
    try {
      const again = owner.at(restored.url)
      expect(expectSuccess(await again.get('/attachments'))['attachments']).toHaveLength(1)
      expect((await again.file(upload)).body?.toString()).toBe('kept')
      const { messages } = await again.call('GET /messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false },
      })
      expect(messages).toMatchObject([{ subject: 'files' }])
    } finally {
      await restored.stop()
    }
  })

  it('restores over another organization only on demand', async () => {
    const file = at('one.backup')
    expect(await refusal(second, 'restore', file)).toMatch(/There is an organization/)
    expect(await parley(second, 'restore', file, '--replace')).toMatchObject({ files: 1, kept: 1 })
    // The way back: embedded to PostgreSQL, the bucket to a folder.
    expect(await parley(second, 'backup', at('two.backup'))).toMatchObject({ files: 1 })
    await worker.stop()
    await rm(at('uploads'), { recursive: true })
    await parley(first, 'restore', at('two.backup'), '--replace')
    worker = await Worker.start(stores, first)
    expect((await owner.at(worker.url).file(upload)).body?.toString()).toBe('kept')
  })

  it('refuses a damaged backup before anything changes', async () => {
    const whole = await readFile(at('one.backup'))
    const target = { ...second, DATA_DIR: at('untouched') }
    const flipped = Buffer.from(whole)
    flipped[flipped.indexOf('kept')] = 0
    const cases: [content: Buffer, reason: RegExp][] = [
      [whole.subarray(0, 2_000), /^The backup is damaged/],
      [whole.subarray(0, whole.length - 4_096), /^The backup is damaged/],
      [flipped, /^The backup is damaged: files\/uploads\/\S+ differs from what was written/],
      [Buffer.from('hello'), /^The file is no backup/],
      [Buffer.alloc(0), /^The file is no backup/],
    ]
    await mkdir(at('untouched'))
    for (const [content, reason] of cases) {
      await writeFile(at('damaged.backup'), content)
      expect(await refusal({}, 'backup', '--verify', at('damaged.backup'))).toMatch(reason)
    }
    expect(await refusal(target, 'restore', at('damaged.backup'))).toMatch(/no backup/)
    expect(await refusal({}, 'backup', '--verify', at('missing.backup'))).toMatch(/ENOENT/)
  })

  it('leaves nothing behind if it cannot be written', async () => {
    await writeFile(at('file'), '')
    await refusal(first, 'backup', at('file/x.backup'))
    s3.failWith(503)
    await refusal({ ...second, DATA_DIR: at('embedded') }, 'backup', at('three.backup'))
    s3.failWith(0)
    expect((await readdir(folder)).filter((name) => name.startsWith('three'))).toEqual([])
  })

  it('restores by a second call after the first was killed', async () => {
    const bucket = await startFakeS3()
    bucket.takeUpTo(1)
    const target = {
      ...second,
      DATA_DIR: at('again'),
      UPLOADS_S3_BUCKET: bucket.bucket,
      UPLOADS_S3_ENDPOINT: bucket.endpoint,
    }
    const env = { PATH: process.env['PATH'], ...target }
    const words = [built('cli/main.js'), 'restore', at('one.backup')]
    const child = spawn(process.execPath, words, { env, stdio: 'ignore' })
    await untilHolds('the bucket gets a file', async () => bucket.bytesTaken > 0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    bucket.takeUpTo(Infinity)
    expect(await parley(target, 'restore', at('one.backup'))).toMatchObject({ files: 1 })
    expect([...bucket.files.values()].map(({ bytes }) => bytes.toString())).toEqual(['kept'])
    expect(await parley(target, 'list-realms')).toMatchObject({ realms: [{ people: 1 }] })
    await bucket.close()
  })

  it('goes on after a killed call with the files that are missing, and leaves out deleted ones', async () => {
    const bucket = await startFakeS3()
    const source = { ...second, UPLOADS_S3_ENDPOINT: bucket.endpoint }
    const stored = bucket.files as Map<string, { type: string; bytes: Buffer }>
    const put = (key: string) => stored.set(key, { type: '', bytes: Buffer.from(`of ${key}`) })
    // A long name has a header of its own in a tar.
    const keys = ['a', 'b', 'c', 'd'].map((key) => `uploads/1/${key.repeat(120)}`)
    keys.forEach(put)
    bucket.answerReadsUpTo(3)
    const env = { PATH: process.env['PATH'], ...source }
    const words = [built('cli/main.js'), 'backup', at('four.backup')]
    const child = spawn(process.execPath, words, { env, stdio: 'ignore' })
    await untilHolds('the fourth file is asked for', async () => bucket.reads > 3)
    child.kill('SIGKILL')
    await once(child, 'exit')
    // A part of the fourth file, and a block of the third one that did not reach the disk before a power cut.
    await appendFile(at('four.backup.part'), Buffer.alloc(700, 'x'))
    const part = await readFile(at('four.backup.part'))
    part.fill(0, part.indexOf('of uploads/1/ccc'), part.indexOf('of uploads/1/ccc') + 10)
    await writeFile(at('four.backup.part'), part)
    bucket.answerReadsUpTo(Infinity)
    const [first = '', deleted = ''] = keys
    stored.delete(deleted)
    put('uploads/1/new')

    const before = bucket.reads
    expect(await parley(source, 'backup', at('four.backup'))).toMatchObject({ files: 4, kept: 1 })
    expect(bucket.reads - before).toBe(3)
    const names = (await readdir(folder)).filter((name) => name.startsWith('four'))
    expect(names).toEqual(['four.backup'])
    expect(await parley({}, 'backup', '--verify', at('four.backup'))).toMatchObject({ files: 4 })
    stored.clear()
    await parley({ ...source, DATA_DIR: at('fourth') }, 'restore', at('four.backup'))
    const restored = [...stored].map(([key, { bytes }]) => [key, bytes.toString()])
    const wanted = [first, ...keys.slice(2), 'uploads/1/new']
    expect(restored).toEqual(wanted.map((key) => [key, `of ${key}`]))

    // A failure of the bucket keeps what was copied, too.
    bucket.answerReadsUpTo(bucket.reads + 2)
    const known = bucket.reads
    const failing = refusal(source, 'backup', at('five.backup'))
    await untilHolds('the third file is asked for', async () => bucket.reads > known + 2)
    bucket.failWith(503)
    bucket.answerReadsUpTo(Infinity)
    expect(await failing).toMatch(/503/)
    bucket.failWith(0)
    expect(await parley(source, 'backup', at('five.backup'))).toMatchObject({ files: 4, kept: 3 })
    await bucket.close()
  })
})
