import { Ledger } from './ledger'
import type { Observation, ReceivedEvent } from './observation'
import { Timeline } from './timeline'

describe('what a reader of the fault test observes', () => {
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

  it('is content with events that come in order, some of them again', () => {
    observation.receive(-1, [event(0), event(1)], true)
    observation.receive(-1, [event(0), event(1), event(3)], true)
    observation.receive(1, [event(3), event(4, '<p>try 4</p>')], true)
    expect(objections()).toEqual([])
    expect([...observation.told.keys()]).toEqual(['try 0', 'try 1', 'try 3', 'try 4'])
  })

  it('objects to a message that comes twice', () => {
    observation.receive(-1, [event(0, 'try 7'), event(1, 'try 7')], true)
    expect(objections()).toEqual(['"try 7" came twice, as event 0 and event 1'])
  })

  it('objects to ids that do not rise', () => {
    observation.receive(-1, [event(1), event(0)], true)
    expect(objections()[0]).toBe('event 0 follows 1')
  })

  it('objects to an event that comes after a newer one', () => {
    observation.receive(-1, [event(1)], true)
    observation.receive(-1, [event(0), event(1)], true)
    expect(objections()[0]).toMatch(/^event 0 came when 1 had been received/)
  })

  it('objects to an event that is no longer what it was', () => {
    observation.receive(-1, [event(0)], true)
    observation.receive(-1, [event(0, 'try 9')], true)
    expect(objections()[0]).toMatch(/^event 0 was .*try 0.* and became .*try 9/)
  })

  it('objects to an event that is gone before it was acknowledged', () => {
    observation.receive(-1, [event(0), event(1)], true)
    observation.receive(0, [event(2)], true)
    expect(objections()).toEqual(['asked again from 0, it no longer holds 1'])
  })

  it('allows for an answer that was overtaken by that of another poll', () => {
    observation.receive(-1, [event(0), event(1)], false)
    observation.receive(-1, [event(0)], false)
    expect(objections()).toEqual([])
  })

  it('allows for an answer without events that was given before the queue heard of it', () => {
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

  it('may lose its queue only to a Redis that lost writes', () => {
    ledger.lose(observation)
    expect(ledger.complaints).toEqual(['reader lost queue 1:0, though Redis kept what it had'])
    ledger.noteLoss(({ userId }) => userId !== 1)
    ledger.lose(observation)
    expect(ledger.complaints).toHaveLength(2)
    ledger.noteLoss()
    ledger.lose(observation)
    expect(ledger.complaints).toHaveLength(2)
  })

  it('objects to a stream that leaves out what is not acknowledged', () => {
    const first = observation.follow(-1)
    for (const id of [0, 1, 2]) first(event(id))
    const second = observation.follow(0)
    second(event(2))
    second(event(3))
    expect(objections()).toEqual(['a stream from 0 no longer holds 1'])
  })

  it('allows for an acknowledgement of which nobody knows whether it was heard', () => {
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

  it('objects to events of a stream that come again, or changed', () => {
    const take = observation.follow(-1)
    take(event(0))
    take(event(0))
    expect(objections()[0]).toBe('event 0 follows 0')
    observation.follow(-1)(event(0, 'try 9'))
    expect(objections().at(-1)).toMatch(/^event 0 was .*try 0.* and became .*try 9/)
  })

  it('is excused for holes after a loss only when its queue is gone', () => {
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
