import { signal } from '@preact/signals-core'
import { createMessageCache } from '../../../../src/web/data/messages/cache'
import type { Message } from '../../../../src/web/data/records/message'
import { createRecents } from '../../../../src/web/data/messages/recents'
import type { Stretches } from '../../../../src/web/data/messages/stretches'
import { partOf } from '../../../support/stand-ins'

const ownId = 1
const newest = 20_000

/** Recent conversations of a history in which every message up to `busyAfter` has a topic of its own, and the rest share one. */
function recentsOf({ busyAfter }: { busyAfter: number }) {
  const cache = createMessageCache()
  const idsUpTo = (last: number, count: number) =>
    Array.from({ length: Math.min(count, last) }, (_, index) => last - index).reverse()
  const hold = (ids: readonly number[]) =>
    cache.put(
      ids.map((id) => {
        const subject = id > busyAfter ? 'busy' : `topic ${id}`
        const place = { type: 'stream', stream_id: 5, subject } as const
        return partOf<Message>({ id, ...place, sender_id: 2, timestamp: id })
      }),
    )
  const ids = idsUpTo(newest, 400)
  hold(ids)
  const state = signal({ ids, foundOldest: false, foundNewest: true })
  const pages: number[] = []
  const stretch = {
    state,
    failure: signal(undefined),
    loadOlder(count = 100) {
      pages.push(count)
      const older = idsUpTo((state.value.ids[0] ?? 1) - 1, count)
      hold(older)
      const all = [...older, ...state.value.ids]
      state.value = { ...state.value, ids: all, foundOldest: all[0] === 1 }
      return Promise.resolve()
    },
  }
  const stretches = partOf<Stretches>({ of: () => stretch, show: () => () => undefined })
  const recents = createRecents(cache, stretches, () => ownId)
  recents.open()
  const count = () => recents.conversations.value?.length ?? 0
  return { recents, pages, count }
}

describe('recent conversations', () => {
  it('are fetched until there are enough', async () => {
    const { recents, pages, count } = recentsOf({ busyAfter: newest - 1_500 })
    expect(count()).toBe(1)
    await recents.loadOlder(() => count() >= 30)
    expect(pages).toEqual([1000, 1000])
    expect(count()).toBeGreaterThanOrEqual(30)
    await recents.loadOlder(() => count() >= 30)
    expect(pages).toHaveLength(2)
  })

  it('are fetched a few pages at a time, and not without end', async () => {
    const { recents, pages, count } = recentsOf({ busyAfter: 0 })
    await recents.loadOlder(() => count() >= 2)
    expect(pages).toHaveLength(4)
    expect(recents.extent.value).toBe('open')
    await recents.loadOlder(() => count() >= 2)
    await recents.loadOlder(() => count() >= 2)
    expect(pages).toHaveLength(8)
    expect(recents.extent.value).toBe('limited')
  })
})
