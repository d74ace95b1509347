import { expectError, expectSuccess } from '../support/expectations'
import { expectEventsToExplain } from '../support/explain'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const subscriptions = '/users/me/subscriptions'

describe('events explain every change', () => {
  const server = useTestServer()
  let admin: Person
  let alice: Person
  let bob: Person
  let guest: Person
  let robot: Person
  /** Everybody who may be told something else about the same change. */
  let everybody: Record<string, Person>
  beforeAll(async () => {
    ;[alice, bob] = await server.users('alice', 'bob')
    admin = await server.user('dora', 'administrator')
    guest = await server.user('gwen', 'guest')
    robot = await server.bot(alice, 'robot')
    const { owner } = server
    everybody = { owner, administrator: admin, subscriber: alice, outsider: bob, guest, robot }
  })

  let streams = 0
  /** A stream that alice, the guest and the bot are subscribed to. */
  const peopledStream = async (options: { inviteOnly?: boolean } = {}) => {
    const subscribers = [alice, guest, robot]
    return server.stream(`peopled ${(streams += 1)}`, { ...options, subscribers })
  }
  const subscribe = async (who: Person, args: Arguments) =>
    expectSuccess(await who.post(subscriptions, args))
  const unsubscribe = async (who: Person, args: Arguments) =>
    expectSuccess(await who.delete(subscriptions, args))
  const changeStream = async (id: number, changes: Arguments) =>
    expectSuccess(await server.owner.patch(`/streams/${id}`, changes))
  const defaultStreams = async () => {
    const args = { fetch_event_types: ['default_streams'] }
    const { realm_default_streams: defaults } = await server.owner.register(args)
    return defaults as { stream_id: number; name: string }[]
  }
  const changeUser = async (id: number, changes: Arguments) =>
    expectSuccess(await server.owner.patch(`/users/${id}`, changes))

  describe('of streams:', () => {
    it.each([
      ['public', {}],
      ['announced', { announce: true }],
      ['announcement-only', { is_announcement_only: true }],
      ['private', { invite_only: true }],
      ['private with a shared past', { invite_only: true, history_public_to_subscribers: true }],
    ])('creating a %s one', async (kind, args) => {
      await expectEventsToExplain(everybody, () =>
        subscribe(alice, { subscriptions: [{ name: kind, description: '*new*' }], ...args }),
      )
    })

    it.each([false, true])(
      'creating several for several people, private: %s',
      async (isPrivate) => {
        await expectEventsToExplain(everybody, () =>
          subscribe(alice, {
            subscriptions: [{ name: `b ${isPrivate}` }, { name: `a ${isPrivate}` }],
            principals: [bob.email, guest.email, robot.email],
            invite_only: isPrivate,
          }),
        )
      },
    )

    it.each([false, true])(
      'describing, renaming and restricting one, private: %s',
      async (isPrivate) => {
        const { id, name } = await peopledStream({ inviteOnly: isPrivate })
        await expectEventsToExplain(everybody, async () => {
          await changeStream(id, { description: 'about **this**' })
          await changeStream(id, { new_name: `${name} now` })
          await changeStream(id, { is_announcement_only: true })
          await changeStream(id, { description: '', new_name: name, is_announcement_only: false })
        })
      },
    )

    it('making one private, and public again', async () => {
      const { id } = await peopledStream()
      await expectEventsToExplain(everybody, () => changeStream(id, { is_private: true }))
      await expectEventsToExplain(everybody, () =>
        changeStream(id, { is_private: true, history_public_to_subscribers: true }),
      )
      await expectEventsToExplain(everybody, () => changeStream(id, { is_private: false }))
    })

    it('a default one, which stays public', async () => {
      const [general] = await defaultStreams()
      await expectEventsToExplain(everybody, async () =>
        expectError(
          await server.owner.patch(`/streams/${general!.stream_id}`, {
            is_private: true,
            description: 'hidden',
          }),
          400,
          { code: 'BAD_REQUEST', msg: 'Default streams cannot be made private.' },
        ),
      )
    })

    it.each([false, true])('deleting one, private: %s', async (isPrivate) => {
      const { id } = await peopledStream({ inviteOnly: isPrivate })
      await unsubscribe(guest, { subscriptions: [`peopled ${streams}`] })
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await server.owner.delete(`/streams/${id}`)),
      )
    })

    it('deleting a default one', async () => {
      const [general] = await defaultStreams()
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await server.owner.delete(`/streams/${general!.stream_id}`)),
      )
    })
  })

  describe('of subscriptions:', () => {
    it('subscribing oneself, leaving, and coming back', async () => {
      const { name } = await peopledStream()
      await expectEventsToExplain(everybody, () => subscribe(bob, { subscriptions: [{ name }] }))
      await expectEventsToExplain(everybody, () => unsubscribe(bob, { subscriptions: [name] }))
      await expectEventsToExplain(everybody, () => subscribe(bob, { subscriptions: [{ name }] }))
    })

    it.each([false, true])(
      'subscribing others, and removing them, private: %s',
      async (inviteOnly) => {
        const { name } = await peopledStream({ inviteOnly })
        const principals = [bob.email, server.owner.email, admin.id]
        await expectEventsToExplain(everybody, () =>
          subscribe(alice, { subscriptions: [{ name }], principals }),
        )
        await expectEventsToExplain(everybody, () =>
          unsubscribe(server.owner, { subscriptions: [name], principals }),
        )
      },
    )

    it.each([false, true])(
      'of a guest, who leaves and comes back, private: %s',
      async (inviteOnly) => {
        const { name } = await peopledStream({ inviteOnly })
        await expectEventsToExplain(everybody, () => unsubscribe(guest, { subscriptions: [name] }))
        await expectEventsToExplain(everybody, () =>
          subscribe(alice, { subscriptions: [{ name }], principals: [guest.email] }),
        )
      },
    )

    it.each([false, true])('the last one leaving, private: %s', async (inviteOnly) => {
      const name = `lonely ${inviteOnly}`
      await server.stream(name, { subscribers: [alice], inviteOnly })
      await expectEventsToExplain(everybody, () => unsubscribe(alice, { subscriptions: [name] }))
    })

    it('changing settings', async () => {
      const { id } = await peopledStream()
      const settings: [string, unknown][] = [
        ['color', '#123456'],
        ['is_muted', true],
        ['in_home_view', true],
        ['pin_to_top', true],
        ['desktop_notifications', true],
        ['audible_notifications', true],
        ['push_notifications', true],
        ['email_notifications', true],
      ]
      const data = settings.map(([property, value]) => ({ stream_id: id, property, value }))
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await alice.post(`${subscriptions}/properties`, { subscription_data: data })),
      )
    })
  })

  describe('of people:', () => {
    it('creating an account', async () => {
      await expectEventsToExplain(everybody, () => server.user('nora'))
    })

    it('renaming one', async () => {
      await expectEventsToExplain(everybody, () => changeUser(alice.id, { full_name: 'Alice A.' }))
    })

    it('making a member an administrator, an owner, and a member again', async () => {
      await peopledStream({ inviteOnly: true })
      await expectEventsToExplain(everybody, () => changeUser(bob.id, { is_admin: true }))
      await expectEventsToExplain(everybody, () => changeUser(bob.id, { role: 100 }))
      await expectEventsToExplain(everybody, () => changeUser(bob.id, { role: 400 }))
    })

    it('making a guest a member', async () => {
      await peopledStream()
      const newcomer = await server.user('gabe', 'guest')
      const [general] = await defaultStreams()
      await unsubscribe(newcomer, { subscriptions: [general!.name] })
      await expectEventsToExplain({ ...everybody, newcomer }, () =>
        changeUser(newcomer.id, { is_guest: false }),
      )
    })

    it('making a member a guest, whose own clients register again', async () => {
      const gerd = await server.user('gerd')
      await server.stream('gerds', { subscribers: [gerd, alice] })
      const queue = await gerd.register()
      await expectEventsToExplain(everybody, () => changeUser(gerd.id, { is_guest: true }))
      await expect(gerd.pollNow(queue)).rejects.toThrow('BAD_EVENT_QUEUE_ID')
    })

    it('deactivating one that is subscribed and owns bots, and bringing them back', async () => {
      const carol = await server.user('carol')
      await server.stream('carols', { subscribers: [carol, guest, alice] })
      await server.stream('carols secret', { subscribers: [carol, robot], inviteOnly: true })
      const helper = await server.bot(carol, 'carolsbot')
      await subscribe(carol, { subscriptions: [{ name: 'carols' }], principals: [helper.email] })

      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await server.owner.delete(`/users/${carol.id}`)),
      )
      for (const id of [carol.id, helper.id]) {
        await expectEventsToExplain(everybody, async () =>
          expectSuccess(await server.owner.post(`/users/${id}/reactivate`)),
        )
      }
    })

    it('leaving', async () => {
      const leo = await server.user('leo')
      await server.stream('leos', { subscribers: [leo, alice] })
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await leo.delete('/users/me')),
      )
    })

    it('moving the pointer, and writing', async () => {
      const { name } = await peopledStream()
      await expectEventsToExplain(everybody, async () => {
        const id = await alice.send(name, 'topic', 'on a stream')
        await bob.sendPrivately([guest.id, robot.id], 'privately')
        expectSuccess(await alice.post('/users/me/pointer', { pointer: id }))
      })
    })
  })

  describe('of bots:', () => {
    const change = async (id: number, changes: Arguments) =>
      expectSuccess(await alice.patch(`/bots/${id}`, changes))

    it('creating one', async () => {
      await expectEventsToExplain(everybody, () => server.bot(alice, 'fresh'))
      await expectEventsToExplain(everybody, () => server.bot(bob, 'hook', 2))
    })

    it('renaming it and changing its defaults', async () => {
      const { id } = await server.bot(alice, 'changing')
      const { name } = await peopledStream()
      await expectEventsToExplain(everybody, async () => {
        await change(id, { full_name: 'Changed', default_all_public_streams: true })
        await change(id, { default_sending_stream: name, default_events_register_stream: name })
        await change(id, { default_sending_stream: '' })
      })
    })

    it('renaming it as any account, and giving it a role', async () => {
      const { id } = await server.bot(alice, 'account')
      await expectEventsToExplain(everybody, () => changeUser(id, { full_name: 'Account B.' }))
      await expectEventsToExplain(everybody, () => changeUser(id, { is_admin: true }))
    })

    it('giving it to somebody else', async () => {
      const { id } = await server.bot(alice, 'gift')
      await expectEventsToExplain(everybody, () => change(id, { bot_owner_id: bob.id }))
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await server.owner.patch(`/bots/${id}`, { bot_owner_id: admin.id })),
      )
    })

    it('hiding it behind a private stream, and showing it again', async () => {
      const { id } = await server.bot(alice, 'hiding')
      const { name } = await peopledStream({ inviteOnly: true })
      await expectEventsToExplain(everybody, () => change(id, { default_sending_stream: name }))
      await expectEventsToExplain(everybody, () => change(id, { default_sending_stream: '' }))
    })

    it('when its default streams are renamed, hidden, shown and deleted', async () => {
      const { id } = await server.bot(alice, 'streaming')
      const stream = await peopledStream()
      await change(id, { default_sending_stream: stream.name })
      const newName = `${stream.name} renamed`
      await expectEventsToExplain(everybody, () => changeStream(stream.id, { new_name: newName }))
      await expectEventsToExplain(everybody, () => changeStream(stream.id, { is_private: true }))
      await expectEventsToExplain(everybody, () => changeStream(stream.id, { is_private: false }))
      await changeStream(stream.id, { is_private: true })
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await server.owner.delete(`/streams/${stream.id}`)),
      )
    })

    it('when the last subscriber leaves its private default stream', async () => {
      const { id } = await server.bot(alice, 'abandoned')
      await server.stream('hideout', { subscribers: [alice], inviteOnly: true })
      await change(id, { default_events_register_stream: 'hideout' })
      await expectEventsToExplain(everybody, () =>
        unsubscribe(alice, { subscriptions: ['hideout'] }),
      )
    })

    it('giving it another key, by its owner and by itself', async () => {
      const bot = await server.bot(alice, 'keyed')
      let key: unknown
      await expectEventsToExplain(everybody, async () => {
        key = expectSuccess(await alice.post(`/bots/${bot.id}/api_key/regenerate`))['api_key']
      })
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await bot.withKey(key as string).post('/users/me/api_key/regenerate')),
      )
    })

    it('deactivating it, and bringing it back', async () => {
      const bot = await server.bot(alice, 'tired')
      await server.stream('bots', { subscribers: [bob, guest] })
      await subscribe(bob, { subscriptions: [{ name: 'bots' }], principals: [bot.email] })
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await alice.delete(`/bots/${bot.id}`)),
      )
      await expectEventsToExplain(everybody, async () =>
        expectSuccess(await server.owner.post(`/users/${bot.id}/reactivate`)),
      )
    })
  })
})
