import { rightsIn } from '../../../../src/web/data/streams/rights'
import { streamRefusal } from '../../../../src/web/data/send/permissions'
import { createAddressBook } from '../../../../src/web/data/narrow/address-book'
import { createStore } from '../../../../src/web/data/store/store'
import type { ServerEvent, State } from '../../../../src/web/data/records/state'
import { firstOf, present } from '../../../support/checked'
import { partOf } from '../../../support/stand-ins'
import { sampleState } from './sample-state'

describe('Archived streams', () => {
  const known = firstOf(sampleState().subscriptions)
  const { stream_id: id, name } = known
  const archiving = (value: boolean) =>
    partOf<ServerEvent>({
      id: 1,
      type: 'stream',
      op: 'update',
      stream_id: id,
      name,
      property: 'is_archived',
      value,
    })
  const renaming = (value: string) =>
    partOf<ServerEvent>({
      id: 1,
      type: 'stream',
      op: 'update',
      stream_id: id,
      name,
      property: 'name',
      value,
    })
  const namesIn = (list: State['streams'] | undefined) => (list ?? []).map((one) => one.name)

  it('leave the lists of streams, and return to them', () => {
    const store = createStore(sampleState())
    const before = namesIn(store.read('subscriptions')).sort()
    expect(store.apply([archiving(true)])).toBe(true)
    for (const list of ['streams', 'subscriptions'] as const) {
      expect(namesIn(store.read(list))).not.toContain(name)
    }
    expect(store.stream(id)).toMatchObject({ name, is_archived: true })
    expect(store.subscription(id)).toBeUndefined()
    expect(store.apply([renaming('past')])).toBe(true)
    expect(store.stream(id)).toMatchObject({ name: 'past' })
    expect(store.apply([renaming(name)])).toBe(true)
    expect(store.apply([archiving(false)])).toBe(true)
    expect(namesIn(store.read('subscriptions')).sort()).toEqual(before)
    expect(namesIn(store.state.archived?.streams)).toEqual([])
  })

  it('are readable and found by name, but nobody writes to them', () => {
    const state = sampleState()
    for (const list of ['streams', 'subscriptions'] as const) {
      const archive = (one: State['streams'][number]) =>
        one.stream_id === id ? { ...one, is_archived: true, invite_only: true } : one
      Object.assign(state, { [list]: state[list].map(archive) })
    }
    const store = createStore(state)
    expect(streamRefusal(store.state, id)).toBe('archived')
    expect(rightsIn(store.state, present(store.stream(id))).read).toBe(true)
    expect(createAddressBook(() => store.state).streamId(name.toUpperCase())).toBe(id)
    // A copy of a state that was in a store, as of another tab, has them apart already.
    expect(createStore({ ...store.state }).stream(id)).toMatchObject({ is_archived: true })
  })
})
