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

  it('may lose its queue only to an emptied Redis', () => {
    ledger.lose(observation)
    expect(ledger.complaints).toEqual(['reader lost queue 1:0, though Redis kept what it had'])
    ledger.noteEmptied()
    ledger.lose(observation)
    expect(ledger.complaints).toHaveLength(1)
  })
})
