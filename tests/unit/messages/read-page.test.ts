import type { MessageHead } from '../../../src/db/history/pages'
import { readPage } from '../../../src/services/messages/history/records'

/** A page whose message is changed so many times after it was found. */
function changing(times: number) {
  let version = 0
  return {
    listPage: jest.fn(async () => [{ id: 1, version: String(version) }]),
    readAll: jest.fn(async (heads: readonly MessageHead[]) => {
      if (version < times) version += 1
      const read = heads.filter((head) => head.version === String(version))
      return { read, isAsFound: read.length === heads.length }
    }),
  }
}

describe('a page of messages', () => {
  it('is found once when nobody changes its messages', async () => {
    const { listPage, readAll } = changing(0)
    expect(await readPage(listPage, readAll)).toMatchObject({ read: [{ id: 1, version: '0' }] })
    expect(listPage).toHaveBeenCalledTimes(1)
  })

  it('is found again when a message was changed before it was read', async () => {
    const { listPage, readAll } = changing(2)
    expect(await readPage(listPage, readAll)).toMatchObject({ read: [{ id: 1, version: '2' }] })
    expect(listPage).toHaveBeenCalledTimes(3)
  })

  it('leaves out what never stops being changed', async () => {
    const { listPage, readAll } = changing(Infinity)
    expect(await readPage(listPage, readAll)).toMatchObject({ read: [] })
  })
})
