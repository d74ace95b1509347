import { uploadKeysIn } from '../../../../src/server/data/uploads/links'

describe('uploads that a text names', () => {
  const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]

  it('are found in every spelling of their address, each once', () => {
    const content = [
      `[x](/user_uploads/1/${a}/x.png)`,
      `https://chat.test/user_uploads/1/${b}/%C3%A9.txt and user_uploads/1/${a}/again`,
    ].join('\n')
    expect(uploadKeysIn(1, content)).toEqual([a, b])
  })

  it('belong to the realm, and are complete', () => {
    expect(uploadKeysIn(1, `/user_uploads/2/${a}/x /user_uploads/1/abc/x`)).toEqual([])
    expect(uploadKeysIn(1, `/user_uploads/1/${a}`)).toEqual([])
    expect(uploadKeysIn(1, 'no file at all')).toEqual([])
  })
})
