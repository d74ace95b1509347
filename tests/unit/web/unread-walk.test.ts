import { createUnreadWalk } from '../../../src/web/data/conversations/unread-walk'
import type { WalkPlace } from '../../../src/web/data/conversations/unread-walk'
import { keyOfConversation } from '../../../src/web/data/narrow/narrow'

type Group = Parameters<ReturnType<typeof createUnreadWalk>['next']>[0][number]

/** A stream whose topics have these newest unread messages; topics are named by their first id. */
const stream = (streamId: number, topics: Record<string, number>): Group =>
  Object.entries(topics)
    .map(([topic, newestId]) => ({
      conversation: { kind: 'topic' as const, streamId, topic },
      newestId,
    }))
    .sort((a, b) => b.newestId - a.newestId)

const keyOf = (streamId: number, topic: string) =>
  keyOfConversation({ kind: 'topic', streamId, topic })

describe('The walk through the unread conversations', () => {
  const groups = [stream(1, { a: 10 }), stream(2, { b: 20, c: 30, d: 40 }), stream(3, { e: 50 })]

  /** Topics in the order of the walk; visited ones stay unread unless `reads`. */
  function walk(start: WalkPlace, steps: number, reads: boolean): string {
    const { next } = createUnreadWalk()
    let place = start
    let left = groups
    let visited = ''
    for (let step = 0; step < steps; step += 1) {
      const found = next(left, place)
      if (found?.kind !== 'topic') return `${visited}.`
      visited += found.topic
      const group = found.streamId - 1
      const { newestId } = groups[group]?.find((stop) => stop.conversation === found) ?? {}
      place = { key: keyOfConversation(found), group, newestId }
      if (reads) left = left.map((each) => each.filter((stop) => stop.conversation !== found))
    }
    return visited
  }

  it.each<[string, WalkPlace, string]>([
    ['a view', { key: 'inbox', group: -1, newestId: undefined }, 'adcbe'],
    ['a read topic', { key: keyOf(2, 'read'), group: 1, newestId: 35 }, 'cbdea'],
    ['a topic that the list lacks', { key: keyOf(2, 'x'), group: 1, newestId: undefined }, 'dcbea'],
    ['a stream that the list lacks', { key: keyOf(9, 'x'), group: -1, newestId: 60 }, 'adcbe'],
    ['the last stream', { key: keyOf(3, 'read'), group: 2, newestId: 55 }, 'eadcb'],
  ])('starts at %s and ends with all others', (_, place, order) => {
    expect(walk(place, 6, true)).toBe(`${order}.`)
    // A second round follows while the topics stay unread.
    expect(walk(place, 6, false).slice(0, 5)).toBe(order)
  })

  it('begins a second round once every topic that stays unread was passed', () => {
    expect(walk({ key: keyOf(2, 'c'), group: 1, newestId: 30 }, 8, false)).toBe('bdeadcbe')
  })

  it('comes back earlier to a passed topic with a newer message', () => {
    const { next } = createUnreadWalk()
    const place = (topic: string, newestId: number) => ({
      ...{ key: keyOf(2, topic), group: 1, newestId },
    })
    expect(next(groups, place('d', 40))).toMatchObject({ topic: 'c' })
    const later = [stream(2, { b: 20, c: 30, d: 45 })]
    const here = { ...place('c', 30), group: 0 }
    expect(next(later, here)).toMatchObject({ topic: 'b' })
    expect(next(later, { ...place('b', 20), group: 0 })).toMatchObject({ topic: 'd' })
  })

  it('has no further stop when only the current conversation is unread', () => {
    const { next } = createUnreadWalk()
    const only = [stream(1, { a: 10 })]
    expect(next(only, { key: keyOf(1, 'a'), group: 0, newestId: 10 })).toBeUndefined()
    expect(next([], { key: 'inbox', group: -1, newestId: undefined })).toBeUndefined()
  })
})
