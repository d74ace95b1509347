import { Ledger } from './ledger'
import type { Observation, ReceivedEvent } from './observation'
import { Timeline } from './timeline'

describe('the observation of a reader in the fault test', () => {
  let ledger: Ledger
  let observation: Observation

  beforeEach(() => {
    ledger = new Ledger(new Timeline())
    observation = ledger.observe({
      reader: 'reader',
      userId: 1,
      queueId: '1:0',
      askedAtMs: 0,
      answeredAtMs: 0,
      maxMessageId: -1,
      receivesChanges: false,
    })
  })

  const event = (id: number, text = `try ${id}`): ReceivedEvent => ({
    id,
    type: 'message',
    message: { content: text },
  })
  const objections = (): string[] =>
    ledger.complaints.map((complaint) => complaint.replace('reader, queue 1:0: ', ''))

  it('accepts events in order, some of them repeated', () => {
    observation.receive(-1, [event(0), event(1)], true)
    observation.receive(-1, [event(0), event(1), event(3)], true)
    observation.receive(1, [event(3), event(4, '<p>try 4</p>')], true)
    expect(objections()).toEqual([])
    expect([...observation.told.keys()]).toEqual(['try 0', 'try 1', 'try 3', 'try 4'])
  })

  it('rejects a duplicate message', () => {
    observation.receive(-1, [event(0, 'try 7'), event(1, 'try 7')], true)
    expect(objections()).toEqual(['"try 7" came twice, as event 0 and event 1'])
  })

  it('rejects ids that do not rise', () => {
    observation.receive(-1, [event(1), event(0)], true)
    expect(objections()[0]).toBe('event 0 follows 1')
  })

  it('rejects an event after a newer one', () => {
    observation.receive(-1, [event(1)], true)
    observation.receive(-1, [event(0), event(1)], true)
    expect(objections()[0]).toMatch(/^event 0 came when 1 had been received/)
  })

  it('rejects an event whose content changed', () => {
    observation.receive(-1, [event(0)], true)
    observation.receive(-1, [event(0, 'try 9')], true)
    expect(objections()[0]).toMatch(/^event 0 was .*try 0.* and became .*try 9/)
  })

  it('rejects the loss of an unacknowledged event', () => {
    observation.receive(-1, [event(0), event(1)], true)
    observation.receive(0, [event(2)], true)
    expect(objections()).toEqual(['asked again from 0, it no longer holds 1'])
  })

  it('accepts an answer that was overtaken by another poll', () => {
    observation.receive(-1, [event(0), event(1)], false)
    observation.receive(-1, [event(0)], false)
    expect(objections()).toEqual([])
  })

  it('accepts an empty answer from before the acknowledgment reached the queue', () => {
    observation.receive(-1, [event(0)], true)
    observation.receive(0, [], true)
    observation.receive(-1, [event(0)], true)
    observation.receive(0, [], true)
    observation.receive(-1, [], true)
    expect(objections()).toEqual([])
    observation.receive(0, [event(1)], true)
    observation.receive(-1, [event(0), event(1)], true)
    expect(objections()[0]).toMatch(/^event 0 came when 1 had been received/)
  })

  it('accepts the loss of a queue only after Redis lost writes', () => {
    ledger.lose(observation)
    expect(ledger.complaints).toEqual(['reader lost queue 1:0, though Redis kept what it had'])
    ledger.noteLoss(({ userId }) => userId !== 1)
    ledger.lose(observation)
    expect(ledger.complaints).toHaveLength(2)
    ledger.noteLoss()
    ledger.lose(observation)
    expect(ledger.complaints).toHaveLength(2)
  })

  it('rejects a stream that skips unacknowledged events', () => {
    const first = observation.follow(-1)
    for (const id of [0, 1, 2]) first(event(id))
    const second = observation.follow(0)
    second(event(2))
    second(event(3))
    expect(objections()).toEqual(['a stream from 0 no longer holds 1'])
  })

  it('accepts both outcomes of an acknowledgment without an answer', () => {
    const take = observation.follow(-1)
    for (const id of [0, 1, 2]) take(event(id))
    const agree = observation.acknowledge(1)
    observation.receive(-1, [event(2)], true)
    observation.receive(-1, [event(0), event(1), event(2)], true)
    expect(objections()).toEqual([])
    agree()
    observation.receive(-1, [event(1), event(2)], true)
    expect(objections()[0]).toMatch(/^event 1 came when 2 had been received/)
  })

  it('rejects repeated or changed events within a stream', () => {
    const take = observation.follow(-1)
    take(event(0))
    take(event(0))
    expect(objections()[0]).toBe('event 0 follows 0')
    observation.follow(-1)(event(0, 'try 9'))
    expect(objections().at(-1)).toMatch(/^event 0 was .*try 0.* and became .*try 9/)
  })

  it('excuses holes after a loss only if the queue is deleted', () => {
    ledger.noteLoss()
    observation.receive(-1, [event(0)], true)
    observation.receive(-1, [event(0, 'try 9')], true)
    expect(ledger.complaints).toEqual([])
    ledger.close()
    expect(objections()).toHaveLength(1)
    observation.receive(-1, [event(0, 'try 8')], true)
    ledger.lose(observation)
    ledger.close()
    expect(ledger.complaints).toHaveLength(1)
  })
})
