import { createS3Store } from '../../src/server/stores/files/s3-store'
import { startFakeS3 } from '../support/fake-s3'
import type { FakeS3 } from '../support/fake-s3'
import { describeFileStore } from './file-store.suite'

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

  it('are away while the store is, for any error status', async () => {
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
