import { BadEventQueueIdError, ForeignEventQueueError } from '../../src/events/errors'
import type { QueueOptions } from '../../src/events/options'
import type { EventQueues } from '../../src/events/queues'
import {
  alice,
  bob,
  carol,
  contents,
  message,
  plain,
  pointer,
  read,
  received,
  registrationOf,
  stranger,
  until,
  untilReady,
  wait,
} from './event-queues.cast'

/** Settings that these stories vary. */
export type SuiteOptions = Partial<
  Pick<QueueOptions, 'heartbeatMs' | 'maxEventsPerQueue' | 'maxBytesPerQueue' | 'onQueueDropped'>
>

/** What every implementation of {@link EventQueues} promises. */
export function describeEventQueues(
  implementation: string,
  open: (options?: SuiteOptions) => EventQueues,
): void {
  describe(`event queues ${implementation}`, () => {
    const opened: EventQueues[] = []
    let queues: EventQueues

    async function openQueues(options?: SuiteOptions): Promise<EventQueues> {
      const made = open(options)
      opened.push(made)
      await untilReady(made)
      return made
    }

    beforeEach(async () => {
      queues = await openQueues()
    })
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()))
    })

    describe('reading', () => {
      it('registers an empty queue whose id is two integers', async () => {
        const { queueId, lastEventId } = await queues.register(registrationOf(alice))
        expect(queueId).toMatch(/^\d+:\d+$/)
        expect(lastEventId).toBe(-1)
        expect(await read(queues, alice, queueId)).toEqual([])
      })

      it('hands events out in order, with ids that begin at 0', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        await queues.publish([message('one', { to: [alice] }), message('two', { to: [alice] })])
        await queues.publish([message('three', { to: [alice, bob] })])

        const events = await read(queues, alice, queueId)
        expect(contents(events)).toEqual(['one', 'two', 'three'])
        expect(events.map((event) => event.id)).toEqual([0, 1, 2])
      })

      it('returns the same events until they are acknowledged', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        await queues.publish(['one', 'two', 'three'].map((text) => message(text, { to: [alice] })))
        const events = await read(queues, alice, queueId)

        expect(await read(queues, alice, queueId)).toEqual(events)
        expect(contents(await read(queues, alice, queueId, 0))).toEqual(['two', 'three'])
        expect(contents(await read(queues, alice, queueId, 1))).toEqual(['three'])
        // What is acknowledged is forgotten, and asking for it again is no error.
        expect(contents(await read(queues, alice, queueId, -1))).toEqual(['three'])
        expect(await read(queues, alice, queueId, 2)).toEqual([])
      })

      it('continues above an id that the client made up', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        await queues.publish([message('lost on purpose', { to: [alice] })])
        expect(await read(queues, alice, queueId, 41)).toEqual([])

        await queues.publish([message('next', { to: [alice] })])
        expect(await read(queues, alice, queueId, 41)).toMatchObject([
          { id: 42, message: { content: 'next' } },
        ])
      })

      it('takes absurd cursors for what they are worth', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        expect(await read(queues, alice, queueId, Number.MAX_SAFE_INTEGER)).toEqual([])
        await queues.publish([message('still here', { to: [alice] })])
        expect(contents(await read(queues, alice, queueId, -5))).toEqual(['still here'])
      })

      it('answers only to its owner, and to nobody about queues that are not there', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        for (const other of [bob, stranger]) {
          await expect(read(queues, other, queueId)).rejects.toThrow(ForeignEventQueueError)
          await expect(wait(queues, other, queueId)).rejects.toThrow(ForeignEventQueueError)
          await expect(queues.delete(queueId, other)).rejects.toThrow(ForeignEventQueueError)
        }
        for (const wrong of ['1:0', '1:999', '', 'x', '-1:0', `${queueId}0`, `${queueId}\n`]) {
          await expect(read(queues, alice, wrong)).rejects.toThrow(BadEventQueueIdError)
          await expect(wait(queues, alice, wrong)).rejects.toThrow(BadEventQueueIdError)
          await expect(queues.delete(wrong, alice)).rejects.toThrow(BadEventQueueIdError)
        }
      })
    })

    describe('what a queue receives', () => {
      it('is what its owner is in the audience of', async () => {
        const [ofAlice, ofBob, ofStranger] = await Promise.all(
          [alice, bob, stranger].map((owner) => queues.register(registrationOf(owner))),
        )
        await queues.publish([message('for Alice', { to: [alice] })])
        await queues.publish([message('for both', { to: [alice, bob] })])

        const { queueId = '' } = ofAlice ?? {}
        expect(contents(await read(queues, alice, queueId))).toEqual(['for Alice', 'for both'])
        expect(contents(await read(queues, bob, ofBob?.queueId ?? ''))).toEqual(['for both'])
        expect(await read(queues, stranger, ofStranger?.queueId ?? '')).toEqual([])
      })

      it('asks only about users who have queues', async () => {
        await Promise.all([alice, bob, bob].map((owner) => queues.register(registrationOf(owner))))
        const asked: number[][] = []
        await queues.publish([
          {
            ...message('hello', { to: [alice] }),
            selectUsers: async (online) => {
              asked.push([...online])
              return new Set(online)
            },
          },
        ])
        expect(asked.flat().sort()).toEqual([alice.userId, bob.userId])
      })

      it('is rendered as registered', async () => {
        const wishes = [
          { applyMarkdown: false, clientGravatar: false },
          { applyMarkdown: true, clientGravatar: false },
          { applyMarkdown: true, clientGravatar: true },
        ]
        const registered = await Promise.all(
          wishes.map((wish) => queues.register(registrationOf(alice, wish))),
        )
        await queues.publish([message('*hi*', { to: [alice], overlay: { flags: ['mentioned'] } })])
        const events = await Promise.all(
          registered.map(({ queueId }) => read(queues, alice, queueId)),
        )

        const avatar_url = 'https://gravatar.example/bob'
        const raw = { content: '*hi*', content_type: 'text/x-markdown' }
        const html = { content: '<p>*hi*</p>', content_type: 'text/html' }
        expect(events).toMatchObject([
          [{ id: 0, type: 'message', message: { ...raw, avatar_url }, flags: ['mentioned'] }],
          [{ id: 0, type: 'message', message: { ...html, avatar_url }, flags: ['mentioned'] }],
          [{ id: 0, type: 'message', message: { ...html, avatar_url: null } }],
        ])
        expect(JSON.stringify(events)).not.toMatch(/rendered_content|avatar_is_gravatar/)
      })

      it('has the flags of its owner, and the local id where the message was sent', async () => {
        const [sending, other] = await Promise.all([
          queues.register(registrationOf(bob)),
          queues.register(registrationOf(bob)),
        ])
        const ofAlice = await queues.register(registrationOf(alice))
        const overlay = {
          flags: ['wildcard_mentioned'],
          userFlags: { [bob.userId]: ['read'] },
          echo: { queueId: sending.queueId, localId: '15.01' },
        }
        await queues.publish([message('hi', { to: [alice, bob], overlay })])

        const [sent] = await read(queues, bob, sending.queueId)
        expect(sent).toMatchObject({ flags: ['read'], local_message_id: '15.01' })
        const [elsewhere] = await read(queues, bob, other.queueId)
        expect(elsewhere).toMatchObject({ flags: ['read'] })
        expect(elsewhere).not.toHaveProperty('local_message_id')
        expect(await read(queues, alice, ofAlice.queueId)).toMatchObject([
          { flags: ['wildcard_mentioned'] },
        ])
      })

      it('is restricted by event types and by the narrow', async () => {
        const onlyPointers = await queues.register(
          registrationOf(alice, { eventTypes: ['pointer'] }),
        )
        const narrow = [{ operator: 'topic', operand: 'PIZZA', negated: false } as const]
        const narrowed = await queues.register(registrationOf(alice, { narrow }))
        await queues.publish([
          message('margherita', { to: [alice] }),
          message('off topic', { to: [alice], fields: { subject: 'weather' } }),
          pointer(7, { to: [alice] }),
        ])

        expect(await read(queues, alice, onlyPointers.queueId)).toEqual([
          { type: 'pointer', pointer: 7, id: 0 },
        ])
        expect(await read(queues, alice, narrowed.queueId)).toMatchObject([
          { type: 'message', message: { content: 'margherita' } },
          { type: 'pointer' },
        ])
      })

      it('includes public streams if registered so, without flags', async () => {
        const onlooker = await queues.register(
          registrationOf(carol, { receivesPublicStreams: true }),
        )
        const subscriber = await queues.register(
          registrationOf(alice, { receivesPublicStreams: true }),
        )
        const overlay = { flags: ['mentioned'] }
        await queues.publish([
          message('public', { to: [alice], overlay, isPublicStreamMessage: true }),
          message('private', { to: [alice], overlay }),
        ])

        const seen = await read(queues, carol, onlooker.queueId)
        expect(seen).toMatchObject([{ message: { content: 'public' }, flags: [] }])
        const subscribed = await read(queues, alice, subscriber.queueId)
        expect(subscribed).toMatchObject([{ flags: ['mentioned'] }, { flags: ['mentioned'] }])
      })

      it('spells subscription events as it asked for them', async () => {
        const modern = await queues.register(registrationOf(alice, { includeSubscribers: true }))
        const seed = await queues.register(registrationOf(alice, { spellsSubscriptions: true }))
        const subscriptions = [{ name: 'lunch', stream_id: 5, subscribers: [10] }]
        await queues.publish([
          plain({ type: 'subscription', op: 'add', subscriptions }, { to: [alice] }),
        ])

        expect(await read(queues, alice, modern.queueId)).toEqual([
          { id: 0, type: 'subscription', op: 'add', subscriptions },
        ])
        expect(await read(queues, alice, seed.queueId)).toEqual([
          {
            id: 0,
            type: 'subscriptions',
            op: 'add',
            subscriptions: [{ name: 'lunch', stream_id: 5 }],
          },
        ])
      })
    })

    describe('waiting', () => {
      it('ends with the first event', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const poll = queues.poll(queueId, alice, -1, { park: true })
        expect(queues.parkedPolls).toBe(1)
        await queues.publish([message('not for her', { to: [bob] })])
        await queues.publish([message('at last', { to: [alice] })])

        expect(received(await poll)).toMatchObject([{ id: 0, message: { content: 'at last' } }])
        expect(queues.parkedPolls).toBe(0)
      })

      it('ends at once when there are events already', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        await queues.publish([message('early', { to: [alice] })])
        const polled = await queues.poll(queueId, alice, -1, { park: true })
        expect(polled.parked).toBe(false)
        expect(contents(received(polled))).toEqual(['early'])
      })

      it('ends with all events of a batch', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const poll = wait(queues, alice, queueId)
        await read(queues, bob, (await queues.register(registrationOf(bob))).queueId)
        await queues.publish([
          message('one', { to: [alice] }),
          message('for Bob', { to: [bob] }),
          message('two', { to: [alice] }),
        ])
        expect(contents(await poll)).toEqual(['one', 'two'])
      })

      it('ends with a heartbeat, which is an event like others', async () => {
        const hasty = await openQueues({ heartbeatMs: { min: 20, max: 30 } })
        const { queueId } = await hasty.register(registrationOf(alice, { eventTypes: [] }))

        const beat = { type: 'heartbeat', id: 0 }
        expect(await wait(hasty, alice, queueId)).toEqual([beat])
        expect(await read(hasty, alice, queueId)).toEqual([beat])
        expect(await wait(hasty, alice, queueId)).toEqual([beat])
        expect(await wait(hasty, alice, queueId, 0)).toEqual([{ type: 'heartbeat', id: 1 }])
        expect(await read(hasty, alice, queueId, 1)).toEqual([])
      })

      it('ends when a newer poll comes, which goes on waiting', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const older = wait(queues, alice, queueId)
        const newer = wait(queues, alice, queueId)
        expect(await older).toEqual([])

        await queues.publish([message('for the newer', { to: [alice] })])
        expect(contents(await newer)).toEqual(['for the newer'])
      })

      it('ends when a poll comes that does not wait', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const older = wait(queues, alice, queueId)
        expect(await read(queues, alice, queueId)).toEqual([])
        expect(await older).toEqual([])
      })

      it('leaves its events to the next poll when the client hangs up', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const client = new AbortController()
        const poll = queues.poll(queueId, alice, -1, { park: true, signal: client.signal })
        client.abort()
        expect(received(await poll)).toEqual([])
        expect(queues.parkedPolls).toBe(0)

        await queues.publish([message('kept', { to: [alice] })])
        expect(contents(await wait(queues, alice, queueId))).toEqual(['kept'])
        const late = queues.poll(queueId, alice, 0, { park: true, signal: client.signal })
        expect(received(await late)).toEqual([])
      })

      it('ends everywhere when the worker drains, and does not begin again', async () => {
        const [first, second] = await Promise.all([
          queues.register(registrationOf(alice)),
          queues.register(registrationOf(bob)),
        ])
        const polls = [wait(queues, alice, first.queueId), wait(queues, bob, second.queueId)]
        await queues.drain()
        expect(await Promise.all(polls)).toEqual([[], []])

        expect(await wait(queues, alice, first.queueId)).toEqual([])
        await queues.publish([message('still served', { to: [alice] })])
        expect(contents(await wait(queues, alice, first.queueId))).toEqual(['still served'])
      })
    })

    describe('publishing', () => {
      it('dispatches an outbox row once', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const batch = [message('one', { to: [alice] }), message('two', { to: [alice] })]
        await Promise.all([queues.publish(batch), queues.publish(batch)])
        await queues.publish([...batch, message('three', { to: [alice] })])
        expect(contents(await read(queues, alice, queueId))).toEqual(['one', 'two', 'three'])
      })

      it('does nothing when the audience cannot be found, and can be asked again', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const batch = [message('one', { to: [alice] }), message('two', { to: [alice] })]
        const failing = { ...batch[1], selectUsers: () => Promise.reject(new Error('no database')) }
        await expect(queues.publish([batch[0], failing] as typeof batch)).rejects.toThrow(
          'no database',
        )
        expect(await read(queues, alice, queueId)).toEqual([])

        await queues.publish(batch)
        expect(contents(await read(queues, alice, queueId))).toEqual(['one', 'two'])
      })

      it('keeps only the latest pointer that nobody was handed', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        await queues.publish([pointer(1, { to: [alice] })])
        await queues.publish([message('between', { to: [alice] })])
        await queues.publish([pointer(2, { to: [alice] }), pointer(3, { to: [alice] })])
        expect(await read(queues, alice, queueId)).toMatchObject([
          { type: 'message', id: 1 },
          { type: 'pointer', pointer: 3, id: 3 },
        ])

        await queues.publish([pointer(4, { to: [alice] })])
        expect(await read(queues, alice, queueId, 1)).toEqual([
          { type: 'pointer', pointer: 3, id: 3 },
          { type: 'pointer', pointer: 4, id: 4 },
        ])
      })

      it('passes on any text whatever', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const text = `"} \\ ,"id":7 \u2028 \u0000 \ud800 🍕 {{x}} \n${'ü'.repeat(5_000)}`
        const poll = wait(queues, alice, queueId)
        const overlay = { flags: ['a "quoted" flag\n'], echo: { queueId, localId: '"\n\\ ü' } }
        await queues.publish([message(text, { to: [alice], overlay })])

        const [event] = await poll
        expect(event?.message?.content).toBe(text)
        expect(event).toMatchObject({ flags: overlay.flags, local_message_id: '"\n\\ ü', id: 0 })
        expect(await read(queues, alice, queueId)).toEqual([event])
      })
    })

    describe('the end of a queue', () => {
      it('comes when its owner deletes it; a poll that waits is answered', async () => {
        const { queueId } = await queues.register(registrationOf(alice))
        const poll = wait(queues, alice, queueId)
        await queues.delete(queueId, alice)
        expect(await poll).toEqual([])

        await expect(read(queues, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
        await expect(queues.delete(queueId, alice)).rejects.toThrow(BadEventQueueIdError)
        await queues.publish([message('too late', { to: [alice] })])
      })

      it('comes for all queues of a user at once; polls that wait fail', async () => {
        const mine = await Promise.all([1, 2].map(() => queues.register(registrationOf(alice))))
        const [ofBob, ofStranger] = await Promise.all([
          queues.register(registrationOf(bob)),
          queues.register(registrationOf(stranger)),
        ])
        const polls = mine.map(({ queueId }) => wait(queues, alice, queueId))
        await Promise.all([
          queues.deleteAllOf(alice),
          ...polls.map((poll) => expect(poll).rejects.toThrow(BadEventQueueIdError)),
        ])
        expect(await read(queues, bob, ofBob.queueId)).toEqual([])
        expect(await read(queues, stranger, ofStranger.queueId)).toEqual([])
      })

      it('comes when nobody polls it for its lifespan, unless a poll waits', async () => {
        const dropped: string[] = []
        const watched = await openQueues({ onQueueDropped: (reason) => dropped.push(reason) })
        const brief = { lifespanSeconds: 0 }
        const [vanished, waiting, lasting] = await Promise.all([
          watched.register(registrationOf(alice, brief)),
          watched.register(registrationOf(bob, brief)),
          watched.register(registrationOf(carol)),
        ])
        const poll = watched.poll(waiting.queueId, bob, -1, { park: true })
        // The poll was sent first, and so waits by the time this is answered.
        await watched.ping()
        await until(async () => (await watched.expire()) > 0)

        await expect(read(watched, alice, vanished.queueId)).rejects.toThrow(BadEventQueueIdError)
        expect(await read(watched, carol, lasting.queueId)).toEqual([])
        await watched.publish([message('alive', { to: [alice, bob] })])
        expect(contents(received(await poll))).toEqual(['alive'])
        expect(dropped).toEqual(['expired'])
      })

      it('comes as a whole when it outgrows its cap', async () => {
        const dropped: string[] = []
        const small = await openQueues({
          maxEventsPerQueue: 3,
          onQueueDropped: (reason) => dropped.push(reason),
        })
        const { queueId } = await small.register(registrationOf(alice))
        const reader = await small.register(registrationOf(alice))
        for (const text of ['one', 'two', 'three']) {
          await small.publish([message(text, { to: [alice] })])
        }
        expect(await read(small, alice, queueId)).toHaveLength(3)
        expect(await read(small, alice, reader.queueId, 1)).toHaveLength(1)

        await small.publish([message('four', { to: [alice] })])
        await expect(read(small, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
        expect(contents(await read(small, alice, reader.queueId))).toEqual(['three', 'four'])
        expect(dropped).toEqual(['overfull'])
      })

      it('counts the size of events as well', async () => {
        const dropped: string[] = []
        const small = await openQueues({
          maxBytesPerQueue: 20_000,
          onQueueDropped: (reason) => dropped.push(reason),
        })
        const { queueId } = await small.register(registrationOf(alice))
        for (let lastEventId = -1; lastEventId < 5; lastEventId += 1) {
          await small.publish([message('x'.repeat(9_000), { to: [alice] })])
          expect(await read(small, alice, queueId, lastEventId)).toHaveLength(1)
        }
        expect(dropped).toEqual([])
        await small.publish([1, 2].map(() => message('x'.repeat(9_000), { to: [alice] })))
        await expect(read(small, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
        expect(dropped).toEqual(['overfull'])
      })
    })
  })
}
