import type { EventQueues } from '../../src/server/events/queues'
import {
  alice,
  bob,
  carol,
  contents,
  message,
  plain,
  pointer,
  read,
  registrationOf,
  subscriptionTo,
  stranger,
} from './event-queues.cast'
import type { Stage } from './event-queues.cast'

/** Audience, registration and rendering. */
export function describeReceiving(stage: Stage): void {
  describe('the events that a queue receives', () => {
    let queues: EventQueues
    beforeEach(() => {
      queues = stage.queues
    })

    it('are those whose audience includes its owner', async () => {
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

    it('depend on an audience that is asked only about users with queues', async () => {
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

    it('are rendered as registered', async () => {
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

    it('have the flags of its owner, and the local id if the message was sent with the queue', async () => {
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

    it('are restricted by event types and by the narrow', async () => {
      const onlyPointers = await queues.register(registrationOf(alice, { eventTypes: ['pointer'] }))
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

    it('include public streams if registered so, without flags', async () => {
      const onlooker = await queues.register(registrationOf(carol, { receivesPublicStreams: true }))
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

    it('include subscription events in the form it registered for', async () => {
      const modern = await queues.register(registrationOf(alice, { includeSubscribers: true }))
      const seed = await queues.register(registrationOf(alice, { spellsSubscriptions: true }))
      const subscriptions = [subscriptionTo('lunch', [10])]
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
}
