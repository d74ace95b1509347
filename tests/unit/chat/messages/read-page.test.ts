import type { MessageHead } from '../../../../src/server/data/history/pages'
import { readPage } from '../../../../src/server/chat/actions/history/records'

/** A page whose message changes this many times after it was found. */
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
  it('is found once while its messages stay unchanged', async () => {
    const { listPage, readAll } = changing(0)
    expect(await readPage(listPage, readAll)).toMatchObject({ read: [{ id: 1, version: '0' }] })
    expect(listPage).toHaveBeenCalledTimes(1)
  })

  it('is found again if a message changed before it was read', async () => {
    const { listPage, readAll } = changing(2)
    expect(await readPage(listPage, readAll)).toMatchObject({ read: [{ id: 1, version: '2' }] })
    expect(listPage).toHaveBeenCalledTimes(3)
  })

  it('leaves out messages that keep changing', async () => {
    const { listPage, readAll } = changing(Infinity)
    expect(await readPage(listPage, readAll)).toMatchObject({ read: [] })
  })
})
