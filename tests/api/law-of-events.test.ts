import { Bystanders } from '../support/bystanders'
import { firstOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

describe('events about streams and subscriptions', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  describe('events about streams', () => {
    it.each([
      ['public', {}],
      ['announced', { announce: true }],
      ['announcement-only', { is_announcement_only: true }],
      ['private', { invite_only: true }],
      ['private with a shared past', { invite_only: true, history_public_to_subscribers: true }],
    ])('explain a new %s stream', async (kind, args) => {
      await cast.expectExplained(() =>
        cast.subscribe(cast.alice, {
          subscriptions: [{ name: kind, description: '*new*' }],
          ...args,
        }),
      )
    })

    it.each([false, true])(
      'explain several new streams for several people, private: %s',
      async (isPrivate) => {
        await cast.expectExplained(() =>
          cast.subscribe(cast.alice, {
            subscriptions: [{ name: `b ${isPrivate}` }, { name: `a ${isPrivate}` }],
            principals: [cast.bob.email, cast.guest.email, cast.robot.email],
            invite_only: isPrivate,
          }),
        )
      },
    )

    it.each([false, true])(
      'explain another description, name and permission, private: %s',
      async (isPrivate) => {
        const { id, name } = await cast.peopledStream({ inviteOnly: isPrivate })
        await cast.expectExplained(async () => {
          await cast.changeStream(id, { description: 'about **this**' })
          await cast.changeStream(id, { new_name: `${name} now` })
          await cast.changeStream(id, { is_announcement_only: true })
          await cast.changeStream(id, {
            description: '',
            new_name: name,
            is_announcement_only: false,
          })
        })
      },
    )

    it('explain a stream that becomes private, and public again', async () => {
      const { id, name } = await cast.peopledStream()
      await cast.expectExplained(() => cast.changeStream(id, { is_private: true }))
      await cast.letOwnerIn(name)
      await cast.expectExplained(() =>
        cast.changeStream(id, { is_private: true, history_public_to_subscribers: true }),
      )
      await cast.expectExplained(() => cast.changeStream(id, { is_private: false }))
    })

    it('explain changes of a default stream, which stays public', async () => {
      const general = firstOf(await cast.defaultStreams())
      await cast.expectExplained(async () =>
        expectError(
          await cast.owner.patch(`/streams/${general.stream_id}`, {
            is_private: true,
            description: 'hidden',
          }),
          400,
          { code: 'BAD_REQUEST', msg: 'Default streams cannot be made private.' },
        ),
      )
    })

    it.each([false, true])('explain a deleted stream, private: %s', async (isPrivate) => {
      const { id, name } = await cast.peopledStream({ inviteOnly: isPrivate })
      await cast.unsubscribe(cast.guest, { subscriptions: [name] })
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.delete(`/streams/${id}`)),
      )
    })

    it('explain a stream that becomes private, and public again, under another name', async () => {
      const { id } = await cast.peopledStream()
      const changes = { new_name: 'attic', description: 'Dusty', is_private: true }
      await cast.expectExplained(() => cast.changeStream(id, changes))
      await cast.letOwnerIn('attic')
      const back = { new_name: 'terrace', description: 'Sunny', is_private: false }
      await cast.expectExplained(() => cast.changeStream(id, back))
    })

    it('explain the deletion of the stream in which new streams are announced', async () => {
      const { realm_notifications_stream_id: id } = await cast.owner.register({
        fetch_event_types: ['realm'],
      })
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.delete(`/streams/${String(id)}`)),
      )
    })

    it('explain the deletion of a default stream', async () => {
      const general = firstOf(await cast.defaultStreams())
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.delete(`/streams/${general.stream_id}`)),
      )
    })
  })

  describe('events about subscriptions', () => {
    it('explain a user who joins, leaves, and comes back', async () => {
      const { name } = await cast.peopledStream()
      await cast.expectExplained(() => cast.subscribe(cast.bob, { subscriptions: [{ name }] }))
      await cast.expectExplained(() => cast.unsubscribe(cast.bob, { subscriptions: [name] }))
      await cast.expectExplained(() => cast.subscribe(cast.bob, { subscriptions: [{ name }] }))
    })

    it.each([false, true])(
      'explain users whom others subscribe and remove, private: %s',
      async (inviteOnly) => {
        const { name } = await cast.peopledStream({ inviteOnly })
        const principals = [cast.bob.email, cast.owner.email, cast.admin.id]
        await cast.expectExplained(() =>
          cast.subscribe(cast.alice, { subscriptions: [{ name }], principals }),
        )
        await cast.expectExplained(() =>
          cast.unsubscribe(cast.owner, { subscriptions: [name], principals }),
        )
      },
    )

    it.each([false, true])(
      'explain a guest who leaves and comes back, private: %s',
      async (inviteOnly) => {
        const { name } = await cast.peopledStream({ inviteOnly })
        await cast.expectExplained(() => cast.unsubscribe(cast.guest, { subscriptions: [name] }))
        await cast.expectExplained(() =>
          cast.subscribe(cast.alice, { subscriptions: [{ name }], principals: [cast.guest.email] }),
        )
      },
    )

    it.each([false, true])(
      'explain the last subscriber leaving, private: %s',
      async (inviteOnly) => {
        const name = `lonely ${inviteOnly}`
        await server.stream(name, { subscribers: [cast.alice], inviteOnly })
        await cast.expectExplained(() => cast.unsubscribe(cast.alice, { subscriptions: [name] }))
      },
    )

    it('explain changed settings', async () => {
      const { id } = await cast.peopledStream()
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
      await cast.expectExplained(async () =>
        expectSuccess(
          await cast.alice.post('/users/me/subscriptions/properties', { subscription_data: data }),
        ),
      )
    })
  })
})
