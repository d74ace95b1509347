import { mergeKeyOf, planDeliveries, RecipientFinder } from '../../../src/server/events/deliveries'
import type { Delivery } from '../../../src/server/events/deliveries'
import { OnlineQueues } from '../../../src/server/events/online-queues'
import type { Dispatch, Registration } from '../../../src/server/events/queues'
import { alice, bob, carol, message, registrationOf } from '../../contract/event-queues.cast'

function online(queues: Record<string, Registration>): OnlineQueues {
  const made = new OnlineQueues()
  for (const [queueId, registration] of Object.entries(queues)) made.add(queueId, registration)
  return made
}

const everybody: ReadonlySet<number> = new Set([alice, bob, carol].map((owner) => owner.userId))

function plan(
  dispatch: Dispatch,
  { queues, selected = everybody }: { queues: OnlineQueues; selected?: ReadonlySet<number> },
): Delivery[] {
  return planDeliveries(dispatch, new RecipientFinder().find(dispatch, queues, selected))
}

describe('the deliveries of an event', () => {
  it('share a payload among queues with the same rendering', () => {
    const queues = online({
      'a:0': registrationOf(alice, { lifespanSeconds: 600 }),
      'b:0': registrationOf(bob, { lifespanSeconds: 900 }),
      'c:0': registrationOf(carol, { applyMarkdown: true, lifespanSeconds: 300 }),
    })
    const deliveries = plan(message('hi', { to: [alice] }), { queues })
    expect(deliveries.map(({ queueIds }) => queueIds)).toEqual([['a:0', 'b:0'], ['c:0']])
    expect(deliveries.map(({ payload }) => payload.lifespanSeconds)).toEqual([900, 300])
  })

  it('share a payload among different overlays', () => {
    const queues = online({ 'a:0': registrationOf(alice), 'b:0': registrationOf(bob) })
    const overlay = {
      userFlags: { [bob.userId]: ['read'] },
      echo: { queueId: 'b:0', localId: '7' },
    }
    const dispatch = message('hi', { to: [alice], overlay })
    const [toAlice, toBob] = plan(dispatch, { queues })
    expect(toAlice?.payload).toBe(toBob?.payload)
    expect([toAlice?.overlay, toBob?.overlay]).toEqual([
      ',"flags":[]',
      ',"flags":["read"],"local_message_id":"7"',
    ])
  })

  it('skip queues that are not selected, gone, or not interested', () => {
    const queues = online({
      'a:0': registrationOf(alice),
      'b:0': registrationOf(bob, { eventTypes: ['pointer'] }),
      'c:0': registrationOf(carol),
      'd:0': registrationOf(alice),
    })
    queues.delete('d:0')
    queues.delete('never there')
    const selected = new Set([alice.userId, bob.userId, 999])
    const deliveries = plan(message('hi', { to: [alice] }), { queues, selected })
    expect(deliveries.map(({ queueIds }) => queueIds)).toEqual([['a:0']])
  })

  it('reach onlookers of public streams once', () => {
    const receivesPublicStreams = true
    const queues = online({
      'a:0': registrationOf(alice, { receivesPublicStreams }),
      'c:0': registrationOf(carol, { receivesPublicStreams }),
    })
    const dispatch = message('hi', {
      to: [alice],
      overlay: { flags: ['mentioned'] },
      isPublicStreamMessage: true,
    })
    const deliveries = plan(dispatch, { queues, selected: new Set([alice.userId]) })
    expect(deliveries.map(({ queueIds, overlay }) => [queueIds, overlay])).toEqual([
      [['a:0'], ',"flags":["mentioned"]'],
      [['c:0'], ',"flags":[]'],
    ])
  })

  it('merge pointers and nothing else', () => {
    expect(mergeKeyOf({ type: 'pointer', pointer: 5 })).toBe('pointer')
    expect(
      mergeKeyOf({ type: 'stream', op: 'delete', streams: [], stream_ids: [] }),
    ).toBeUndefined()
  })
})

describe('the queues that are online', () => {
  it('list each user once, in the same list until that changes', () => {
    const queues = online({ 'a:0': registrationOf(alice), 'a:1': registrationOf(alice) })
    const before = queues.userIds
    queues.delete('a:1')
    expect(queues.userIds).toBe(before)
    queues.add('b:0', registrationOf(bob))
    expect(queues.userIds).toEqual([alice.userId, bob.userId])
    expect(before).toEqual([alice.userId])
    queues.delete('a:0')
    expect(queues.userIds).toEqual([bob.userId])
    expect(queues.size).toBe(1)
  })
})
