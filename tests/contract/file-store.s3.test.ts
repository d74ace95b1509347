/**
 * Sets the clock and timers of its world.
 *
 * @own-modules
 */
import { writeFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import path from 'node:path'
import { createS3Store } from '../../src/server/stores/files/s3-store'
import { startFakeS3 } from '../support/fake-s3'
import type { FakeS3 } from '../support/fake-s3'
import { makeOwnFolder } from '../support/own-folder'
import { untilHolds } from '../support/until'
import { describeFileStore } from './file-store.suite'

const mib = 1024 * 1024
const otherTimers = [
  ...['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setInterval'],
  ...['clearInterval', 'setImmediate', 'clearImmediate'],
] as const

describe('files in a bucket', () => {
  let s3: FakeS3
  beforeAll(async () => {
    s3 = await startFakeS3()
  })
  afterAll(async () => {
    await s3.close()
    expect(s3.faults).toEqual([])
  })

  const open = () =>
    createS3Store({
      bucket: s3.bucket,
      endpoint: `${s3.endpoint}/`,
      region: 'eu-central-1',
      accessKeyId: s3.accessKeyId,
      secretAccessKey: 'secret',
    })

  describeFileStore(open)

  it('keep their type', async () => {
    await open().put('typed/file', Buffer.from('x'), 'image/png')
    expect(s3.files.get('typed/file')?.type).toBe('image/png')
  })

  describe('files of many bytes in a bucket', () => {
    // More than the buffers of a connection hold, so that the store's pauses stop the sender.
    const step = 16 * mib
    const bytes = Buffer.alloc(3 * step, 'x')
    const taken = (steps: number) =>
      untilHolds('the store has taken more', () => s3.bytesTaken >= steps * step)
    /** Passes time in which the event loop runs. */
    const pass = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 7_500) {
        jest.advanceTimersByTime(7_500)
        await nextTurn()
      }
    }
    let before: number
    beforeEach(() => {
      before = s3.bytesTaken / step
      jest.useFakeTimers({ doNotFake: [...otherTimers] })
    })
    afterEach(() => {
      jest.useRealTimers()
      s3.takeUpTo(Infinity)
    })

    it('take as long as they need while the store takes more', async () => {
      const source = { path: path.join(await makeOwnFolder('large'), 'large'), bytes: bytes.length }
      await writeFile(source.path, bytes)
      for (const each of [bytes, source]) {
        s3.takeUpTo((before + 1) * step)
        const put = open().put('large/file', each, 'text/plain')
        put.catch(() => undefined)
        for (const steps of [1, 2]) {
          await taken(before + steps)
          await pass(45_000)
          s3.takeUpTo(steps === 2 ? Infinity : (before + 2) * step)
        }
        await put
        expect(s3.files.get('large/file')?.bytes).toHaveLength(bytes.length)
        before += 3
      }
    })

    it('are given up after a minute in which the store takes nothing', async () => {
      s3.takeUpTo((before + 1) * step)
      let isOver = false
      const put = open().put('large/stuck', bytes, 'text/plain')
      const refused = expect(put.finally(() => (isOver = true))).rejects.toMatchObject({
        name: 'FileStoreAwayError',
      })
      await taken(before + 1)
      // What the sender still hands to its connection begins the minute anew.
      await untilHolds('the store is given up', async () => {
        await pass(7_500)
        return isOver
      })
      await refused
    })
  })

  it('are unavailable while the store is, for any error status', async () => {
    for (const status of [403, 500, 503]) {
      s3.failWith(status)
      const away = { name: 'FileStoreAwayError' }
      await expect(open().read('any/file')).rejects.toMatchObject(away)
      await expect(open().put('any/file', Buffer.from('x'), 'text/plain')).rejects.toMatchObject(
        away,
      )
      await expect(open().delete(['any/file'])).rejects.toMatchObject(away)
    }
    s3.failWith(0)
    const nowhere = createS3Store({
      bucket: 'b',
      endpoint: 'http://127.0.0.1:1',
      region: 'r',
      accessKeyId: 'a',
      secretAccessKey: 's',
    })
    await expect(nowhere.read('any/file')).rejects.toMatchObject({ name: 'FileStoreAwayError' })
  })
})
