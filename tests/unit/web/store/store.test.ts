import { effect } from '@preact/signals-core'
import { createStore } from '../../../../src/web/data/store/store'
import { eventMaker, sampleState, streamMessage } from './sample-state'

describe('The store of the web app', () => {
  /** Records the value of each run of a reader. */
  function watch<T>(read: () => T): T[] {
    const seen: T[] = []
    effect(() => void seen.push(read()))
    return seen
  }

  it('notifies the readers of a changed user once per batch, and no other readers', () => {
    const store = createStore(sampleState())
    const event = eventMaker()
    const [bo, cy] = [watch(() => store.user(11)?.full_name), watch(() => store.user(12))]
    const rename = (full_name: string) =>
      event('realm_user', { op: 'update', person: { user_id: 11, full_name } })
    store.apply([rename('Bob'), rename('Robert')])
    expect(bo).toEqual(['Bo', 'Robert'])
    expect(cy).toHaveLength(1)
  })

  it('finds deactivated users and system bots', () => {
    const store = createStore(sampleState())
    const bo = watch(() => store.user(11)?.is_active)
    const event = eventMaker()
    const activity = (is_active: boolean) =>
      event('realm_user', { op: 'update', person: { user_id: 11, is_active } })
    store.apply([activity(false)])
    expect(store.read('realm_users').some(({ user_id: id }) => id === 11)).toBe(false)
    store.apply([activity(true)])
    expect(bo).toEqual([true, false, true])
    expect(store.read('realm_non_active_users')).toEqual([])
    expect(store.user(1)?.full_name).toBe('Welcome Bot')
    expect(store.user(99)).toBeUndefined()
  })

  it('replaces changed collections, and leaves the former ones as they were', () => {
    const store = createStore(sampleState())
    const before = store.read('streams')
    const args = { op: 'update', stream_id: 5, name: 'ops', property: 'name', value: 'operations' }
    store.apply([eventMaker()('stream', args)])
    expect(before.map(({ name }) => name)).toEqual(['ops', 'lunch'])
    expect(store.read('streams').map(({ name }) => name)).toEqual(['operations', 'lunch'])
    expect(store.stream(5)?.name).toBe('operations')
    expect(store.stream(6)).toBe(before[1])
  })

  it('goes on after an event about an unknown record, and reports the misfit', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation()
    const store = createStore(sampleState())
    const event = eventMaker()
    const isWhole = store.apply([
      event('realm_user', { op: 'update', person: { user_id: 99, full_name: 'Nobody' } }),
      event('message', streamMessage(7, 5, 'deploys')),
    ])
    expect(isWhole).toBe(false)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(store.state).toMatchObject({ last_event_id: 2, max_message_id: 7 })
    expect(store.apply([event('an event of a newer server', {})])).toBe(true)
    warn.mockRestore()
  })

  it('knows muted topics, directly or through the stream', () => {
    const store = createStore(sampleState())
    const event = eventMaker()
    const deploys = watch(() => store.isTopicMuted(5, 'Deploys'))
    const lunch = watch(() => store.isTopicMuted(6, 'pizza'))
    const mute = (value: boolean) =>
      event('subscription', { op: 'update', stream_id: 5, property: 'is_muted', value })
    const choose = (visibility_policy: number) => {
      const topic = { stream_id: 5, topic_name: 'deploys', visibility_policy, last_updated: 1 }
      return event('user_topic', topic)
    }
    store.apply([mute(true)])
    store.apply([choose(3)])
    store.apply([mute(false)])
    store.apply([choose(1)])
    expect(deploys).toEqual([false, true, false, true])
    expect(store.topicPolicy(5, 'DEPLOYS')).toBe(1)
    expect(lunch).toEqual([false])
  })

  it('updates presence as time goes by', () => {
    const store = createStore(sampleState())
    const bo = watch(() => store.presenceOf(11))
    const event = eventMaker()
    const sign = (status: string, timestamp: number) =>
      event('presence', {
        ...{ user_id: 11, server_timestamp: timestamp },
        presence: { website: { status, timestamp } },
      })
    store.apply([sign('active', 1000)])
    store.apply([sign('idle', 1130)])
    expect(store.presenceOf(11)).toBe('active')
    store.takePresences({ presences: {}, server_timestamp: 1200, presence_last_update_id: 3 })
    store.takePresences({ presences: {}, server_timestamp: 1300, presence_last_update_id: 3 })
    store.takePresences({
      presences: { 11: { active_timestamp: 1290, idle_timestamp: 1300 } },
      server_timestamp: 1310,
      presence_last_update_id: 4,
    })
    expect(bo).toEqual(['offline', 'active', 'idle', 'offline', 'active'])
  })

  it('replaces the state by a new one', () => {
    const store = createStore(sampleState())
    const names = watch(() => store.read('subscriptions').map(({ name }) => name))
    const count = watch(() => store.unread.total)
    store.apply([eventMaker()('message', streamMessage(7, 5, 'deploys'))])
    store.replace(sampleState({ subscriptions: [] }))
    expect(names).toEqual([['ops', 'lunch'], []])
    expect(count).toEqual([0, 1, 0])
  })
})
