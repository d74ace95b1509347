import { effect } from '@preact/signals-core'
import type { Conversation } from '../../../../src/web/data/records/conversation'
import { iconCounts } from '../../../../src/shared/rules/icon-count'
import { countForIcon } from '../../../../src/web/data/store/icon-count'
import { createStore } from '../../../../src/web/data/store/store'
import { eventMaker, privateMessage, sampleState, streamMessage } from './sample-state'

const topic = (streamId: number, name: string): Conversation => ({
  ...{ kind: 'topic', streamId, topic: name },
})
const people = (...userIds: number[]): Conversation => ({ kind: 'private', userIds })

describe('Unread messages of the web app', () => {
  it.each([
    ['all', 5],
    ['personalAndFollowed', 4],
    ['personal', 3],
    ['none', 0],
  ] as const)('are counted on the icon: %s', (name, expected) => {
    const store = createStore(
      sampleState({
        user_settings: {
          ...sampleState().user_settings,
          desktop_icon_count_display: iconCounts[name],
        },
        user_topics: [
          { stream_id: 5, topic_name: 'Deploys', visibility_policy: 3, last_updated: 1 },
        ],
      }),
    )
    const event = eventMaker()
    store.apply([
      event('message', streamMessage(1, 5, 'deploys')),
      event('message', streamMessage(2, 5, 'deploys', ['mentioned'])),
      event('message', streamMessage(3, 5, 'alerts')),
      event('message', privateMessage(4, [11], ['mentioned'])),
      event('message', privateMessage(5, [12, 11])),
    ])
    expect(countForIcon(store)).toBe(expected)
  })

  it('are counted by conversation, by stream and in total', () => {
    const { unread, apply } = createStore(sampleState())
    const event = eventMaker()
    apply([
      event('message', streamMessage(1, 5, 'Deploys')),
      event('message', streamMessage(2, 5, 'deploys', ['mentioned'])),
      event('message', streamMessage(3, 5, 'alerts')),
      event('message', streamMessage(4, 6, 'pizza', ['read'])),
      event('message', privateMessage(5, [11])),
      event('message', privateMessage(6, [12, 11])),
      event('message', privateMessage(7, [])),
    ])
    expect(unread.of(topic(5, 'DEPLOYS'))).toBe(2)
    expect(unread.of(topic(5, 'alerts'))).toBe(1)
    expect(unread.of(topic(6, 'pizza'))).toBe(0)
    expect(unread.of(people(11))).toBe(1)
    expect(unread.of(people(11, 12))).toBe(1)
    expect(unread.of(people())).toBe(1)
    expect(unread.ofStream(5)).toBe(3)
    expect([unread.total, unread.mentions]).toEqual([6, 1])
  })

  it('are left out of the sums in muted topics', () => {
    const { unread, apply } = createStore(sampleState())
    const event = eventMaker()
    apply([
      event('message', streamMessage(1, 5, 'deploys')),
      event('message', streamMessage(2, 5, 'noise')),
      event('message', streamMessage(3, 6, 'pizza')),
    ])
    const choose = (topic_name: string, visibility_policy: number) =>
      event('user_topic', { stream_id: 5, topic_name, visibility_policy, last_updated: 1 })
    apply([choose('Noise', 1)])
    expect([unread.total, unread.ofStream(5), unread.ofMutedTopics(5)]).toEqual([2, 1, 1])
    expect(unread.of(topic(5, 'noise'))).toBe(1)

    const change = { op: 'update', stream_id: 5, property: 'is_muted', value: true }
    apply([event('subscription', change), choose('deploys', 2)])
    expect([unread.total, unread.ofStream(5), unread.ofMutedTopics(5)]).toEqual([2, 1, 1])
    apply([choose('deploys', 0)])
    expect([unread.total, unread.ofStream(5), unread.ofMutedTopics(5)]).toEqual([1, 0, 2])
  })

  it('notify only the readers of a changed number', () => {
    const { unread, apply } = createStore(sampleState())
    const told: string[] = []
    effect(() => void told.push(`deploys ${unread.of(topic(5, 'deploys'))}`))
    effect(() => void told.push(`alerts ${unread.of(topic(5, 'alerts'))}`))
    effect(() => void told.push(`Bo ${unread.of(people(11))}`))
    told.length = 0
    const event = eventMaker()
    apply([
      event('message', streamMessage(1, 5, 'deploys')),
      event('message', streamMessage(2, 5, 'deploys')),
    ])
    expect(told).toEqual(['deploys 2'])
  })

  it('follow reading, marking as unread, moves and deletions', () => {
    const store = createStore(sampleState())
    const { unread, apply } = store
    const event = eventMaker()
    apply([1, 2, 3, 4].map((id) => event('message', streamMessage(id, 5, 'deploys'))))
    apply([event('message', privateMessage(5, [11, 12]))])
    const flag = (op: string, messages: number[], more: object = {}) =>
      event('update_message_flags', { op, flag: 'read', messages, all: false, ...more })
    apply([flag('add', [1, 5])])
    expect([unread.of(topic(5, 'deploys')), unread.of(people(11, 12)), unread.total]).toEqual([
      ...[3, 0, 3],
    ])
    const message_details = {
      1: { type: 'stream', stream_id: 5, topic: 'deploys', mentioned: true },
      5: { type: 'private', user_ids: [11, 12] },
    }
    apply([flag('remove', [5, 1], { message_details })])
    expect([unread.total, unread.mentions]).toEqual([5, 1])

    const move = { message_id: 2, message_ids: [2, 3], flags: [], propagate_mode: 'change_later' }
    apply([event('update_message', { ...move, subject: 'rollouts', new_stream_id: 6 })])
    expect(unread.of(topic(5, 'deploys'))).toBe(2)
    expect(unread.of(topic(6, 'rollouts'))).toBe(2)

    apply([event('delete_message', { message_ids: [1, 2, 5] })])
    expect([unread.total, unread.mentions]).toEqual([2, 0])
    expect(store.state.unread_msgs.count).toBe(2)
    apply([flag('add', [], { all: true })])
    expect([unread.total, unread.of(topic(6, 'rollouts'))]).toEqual([0, 0])
  })

  it('are not counted twice', () => {
    const { unread, apply } = createStore(sampleState())
    const event = eventMaker()
    const message = streamMessage(1, 5, 'deploys')
    apply([event('message', message), event('message', message)])
    expect(unread.total).toBe(1)
  })
})
