import { contentOf, scanEvents } from '../../../scripts/lib/bench/load/event-scan'

function messageEvent(id: number, sequence: number): object {
  const message = { id: 700 + id, sender_id: 9, content: contentOf(sequence), type: 'stream' }
  return { type: 'message', message, flags: [], id }
}

function scan(...events: object[]): { lastId: number; messages: [number, number][] } {
  const messages: [number, number][] = []
  const body = Buffer.from(JSON.stringify({ result: 'success', events, queue_id: '5:0' }))
  const lastId = scanEvents(body, (id, sequence) => messages.push([id, sequence]))
  return { lastId, messages }
}

describe('the scan for events in an answer', () => {
  it('finds event ids, not message ids, and the numbers in the contents', () => {
    expect(scan(messageEvent(3, 0), messageEvent(12, 345))).toEqual({
      lastId: 12,
      messages: [
        [3, 0],
        [12, 345],
      ],
    })
  })

  it('passes over other events, and acknowledges them', () => {
    const heartbeat = (id: number): object => ({ type: 'heartbeat', id })
    expect(scan(heartbeat(1))).toEqual({ lastId: 1, messages: [] })
    expect(scan(heartbeat(1), messageEvent(2, 7), heartbeat(3))).toEqual({
      lastId: 3,
      messages: [[2, 7]],
    })
  })

  it('finds nothing in an answer without events', () => {
    expect(scan()).toEqual({ lastId: -1, messages: [] })
  })
})
