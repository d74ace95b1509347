import { asBytes, firstOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { startFakeS3 } from '../support/fake-s3'
import type { FakeS3 } from '../support/fake-s3'
import { picture } from '../support/pictures'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

describe('uploads in an S3-compatible store', () => {
  const settings: Record<string, string> = {}
  let s3: FakeS3
  beforeAll(async () => {
    s3 = await startFakeS3()
    settings['UPLOADS_S3_BUCKET'] = s3.bucket
    settings['UPLOADS_S3_ENDPOINT'] = s3.endpoint
    settings['UPLOADS_S3_ACCESS_KEY_ID'] = s3.accessKeyId
    settings['UPLOADS_S3_SECRET_ACCESS_KEY'] = 'secret'
  })
  afterAll(() => s3.close())
  const server = useOwnServer({ settings })

  it('are stored, read, shown as thumbnails, and deleted with their thumbnails', async () => {
    const { owner } = server
    const bytes = await picture(600, 400)
    const url = await uploadedBy(owner, 'picture.png', bytes)
    expect([...s3.files.values()]).toEqual([{ type: 'image/png', bytes }])
    expect((await owner.file(url)).body).toEqual(bytes)
    const part = await owner.file(url, { Range: 'bytes=1-3' })
    expect([part.status, asBytes(part.body).toString()]).toEqual([206, 'PNG'])

    const small = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/300x200.webp`
    expect((await owner.file(small)).status).toBe(200)
    expect(s3.files.size).toBe(2)

    const { attachments } = expectSuccess(await owner.get('/attachments'))
    const { id } = firstOf(shapedLike(attachments, [{ id: 0 }]))
    expectSuccess(await owner.delete(`/attachments/${id}`))
    expect(s3.files.size).toBe(0)
    expect(s3.faults).toEqual([])
  })

  it('get the refusal SERVICE_UNAVAILABLE while the store is away', async () => {
    const { owner } = server
    const url = await uploadedBy(owner, 'a.txt', Buffer.from('a'))
    s3.failWith(503)
    const away = { code: 'SERVICE_UNAVAILABLE' }
    expectError(await owner.file(url), 503, away)
    expectError(await owner.upload('/user_uploads', Buffer.from('b'), 'b.txt'), 503, away)
    s3.failWith(0)
    expect((await owner.file(url)).status).toBe(200)
    const { attachments } = expectSuccess(await owner.get('/attachments'))
    expect(attachments).toMatchObject([{ name: 'a.txt' }])
  })
})
