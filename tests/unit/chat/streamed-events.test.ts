import { toStreamedEvents } from '../../../src/server/chat/queues/polls/streamed-events'
import { parsed } from '../../support/checked'

const text = (events: readonly object[]) => JSON.stringify(events)

describe('the events of a stream', () => {
  it.each([
    ['nothing', [], 3],
    ['the next one', [{ type: 'message', message: { id: 9, content: ',"id":4}]' }, id: 4 }], 3],
    ['the first one', [{ type: 'message', id: 0 }], -1],
    ['one after a gap', [{ type: 'message', id: 7 }], 3],
    ['several', [4, 5, 6].map((id) => ({ type: 'presence', user: { id }, id })), 3],
    ['several after a gap', [5, 9].map((id) => ({ type: 'presence', id })), 3],
    ['one that ends with another id', [{ id: 4, type: 'reaction', user: { name: 'x', id: 4 } }], 3],
  ])('are %s, each with its text', (_what, events: { id: number }[], after) => {
    const streamed = toStreamedEvents(text(events), after)
    expect(streamed.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    expect(streamed.map(({ json = '' }) => parsed(json))).toEqual(events)
  })

  it.each([4, 8])('are without text for a heartbeat (id %i)', (id) => {
    expect(toStreamedEvents(text([{ type: 'heartbeat', id }]), 3)).toEqual([{ id }])
  })
})
