import { shapedLike } from '../support/checked'
import type { Arguments } from '../support/person'
import { useTestServer } from '../support/test-server'
import { pythonBindings } from './habits'
import { Program } from './program'

const largest = 10_000_000_000_000_000

/**
 * Bounds of a page of messages.
 * Sources: docs/protocol/history.md#anchors, docs/protocol/history.md#page.
 */
describe('a page of messages', () => {
  const server = useTestServer({ limits: 'default' })
  let py: Program
  /** Messages of one topic, oldest first; the last two are unread. */
  const ids: number[] = []

  beforeAll(async () => {
    const [ann, bob] = await server.users('ann', 'bob')
    await server.stream('pages', { subscribers: [ann, bob] })
    for (let n = 0; n < 6; n += 1) ids.push(await bob.send('pages', 'one', `Number ${n}`))
    py = new Program(ann, pythonBindings)
    const read = { messages: ids.slice(0, 4), op: 'add', flag: 'read' }
    await py.succeed('POST', '/messages/flags', read)
  })

  async function page(args: Arguments) {
    const narrow = [
      ['stream', 'pages'],
      ['topic', 'one'],
    ]
    const body = await py.succeed('GET', '/messages', { narrow, ...args })
    const { messages, anchor, found_anchor, found_oldest, found_newest } = body
    const numbers = shapedLike(messages, [{ id: 0 }]).map(({ id }) => ids.indexOf(id))
    return { numbers, anchor, found: [found_oldest, found_anchor, found_newest] }
  }

  it.each([
    ['oldest', { anchor: 'oldest', num_before: 0, num_after: 2 }, 0],
    ['0', { anchor: 0, num_before: 0, num_after: 2 }, 0],
    ['-1', { anchor: -1, num_before: 0, num_after: 2 }, 0],
  ])('begins with the oldest message from anchor %s', async (_name, args, anchor) => {
    expect(await page(args)).toEqual({
      numbers: [0, 1],
      anchor,
      found: [true, false, false],
    })
  })

  it.each([
    ['newest', 'newest'],
    ['10000000000000000', largest],
    ['a larger number', '99999999999999999999'],
  ])('ends with the newest message from anchor %s', async (_name, anchor) => {
    expect(await page({ anchor, num_before: 2, num_after: 0 })).toEqual({
      numbers: [4, 5],
      anchor: largest,
      found: [false, false, true],
    })
  })

  it('ends with the newest message from the anchor of the terminal client', async () => {
    const anchor = 10_000_000_000
    expect(await page({ anchor, num_before: 2, num_after: 10 })).toEqual({
      numbers: [4, 5],
      anchor,
      found: [false, false, true],
    })
  })

  it.each([
    ['first_unread', { anchor: 'first_unread' }],
    ['none, but use_first_unread_anchor', { use_first_unread_anchor: true }],
    ['0 and use_first_unread_anchor', { anchor: 0, use_first_unread_anchor: true }],
  ])('is around the first unread message from anchor %s', async (_name, args) => {
    expect(await page({ ...args, num_before: 2, num_after: 10 })).toEqual({
      numbers: [2, 3, 4, 5],
      anchor: ids[4],
      found: [false, true, true],
    })
  })

  it('has found an end if it has fewer messages than requested', async () => {
    expect((await page({ anchor: ids[3], num_before: 10, num_after: 10 })).found).toEqual([
      ...[true, true, true],
    ])
    expect((await page({ anchor: ids[3], num_before: 3, num_after: 2 })).found).toEqual([
      ...[false, true, false],
    ])
    // Only a further, empty page tells.
    const before = { anchor: ids[0], num_before: 3, num_after: 0, include_anchor: false }
    expect(await page(before)).toMatchObject({ numbers: [], found: [true, false, false] })
    const after = { anchor: ids[5], num_before: 0, num_after: 3, include_anchor: false }
    expect(await page(after)).toMatchObject({ numbers: [], found: [false, false, true] })
  })

  it('needs a valid anchor, and excludes it only with messages on one side', async () => {
    const sides = { num_before: 1, num_after: 1 }
    for (const args of [sides, { ...sides, anchor: 'somewhere' }]) {
      expect(await py.call('GET', '/messages', args)).toMatchObject({
        status: 400,
        body: { result: 'error', code: expect.any(String) },
      })
    }
    const both = { ...sides, anchor: ids[3], include_anchor: false }
    expect(await py.call('GET', '/messages', both)).toMatchObject({ status: 400 })
    const tooMany = { anchor: ids[3], num_before: 3000, num_after: 3000 }
    expect(await py.call('GET', '/messages', tooMany)).toMatchObject({ status: 400 })
  })
})
