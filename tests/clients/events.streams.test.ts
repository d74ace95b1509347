import { expectSuccess } from '../support/expectations'
import { all, apps, useOnlookers } from './onlookers'

/**
 * Events about streams and their visibility, for the clients of one person.
 * Sources: docs/protocol/events.md#stream, docs/protocol/events.md#subscription.
 */
describe('events about streams for old and new clients', () => {
  const { server, org, does, expectEvents } = useOnlookers()

  const subscribe = (principals: string[], name: string, inviteOnly = false) =>
    org.bob.post('/users/me/subscriptions', {
      subscriptions: [{ name, description: 'New, and *nice*' }],
      invite_only: inviteOnly,
      principals,
    })

  it('cover a stream that is created, subscribed to and written to, in this order', async () => {
    const { ann, bob } = org
    const made = async () => {
      expectSuccess(await subscribe([bob.email, ann.email], 'novelties'))
      await bob.send('novelties', 'first', 'Welcome!')
    }
    // The notice about her new subscription precedes the messages there.
    await expectEvents(made, {
      mobile: ['stream/create', 'subscription/add', 'message', 'message'],
      terminal: ['subscription/add', 'message', 'message'],
      reactNative: ['stream/create', 'subscription/add', 'message', 'message'],
    })
  })

  it('cover streams that others create, public and hidden', async () => {
    const { bob } = org
    await expectEvents(async () => {
      expectSuccess(await subscribe([bob.email], 'public-affairs'))
      expectSuccess(await subscribe([bob.email], 'secret-affairs', true))
    }, apps('stream/create'))
  })

  it('cover streams that become visible and hidden', async () => {
    const { ann, vault } = org
    const seen = await expectEvents(
      async () => {
        expectSuccess(await subscribe([ann.email], 'vault', true))
        await does('DELETE', '/users/me/subscriptions', { subscriptions: ['vault'] })
      },
      {
        mobile: ['stream/create', 'subscription/add', 'subscription/remove', 'stream/delete'],
        terminal: ['subscription/add', 'subscription/remove'],
        reactNative: ['stream/create', 'subscription/add', 'subscription/remove', 'stream/delete'],
      },
    )
    expect(seen.mobile[3]).toMatchObject({ stream_ids: [vault.id] })
  })

  it('cover streams that the phone joins and leaves', async () => {
    await expectEvents(
      async () => {
        await does('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'lobby' }] })
        await does('DELETE', '/users/me/subscriptions', { subscriptions: ['lobby'] })
      },
      all('subscription/add', 'subscription/remove'),
    )
  })

  it('cover streams that others join and leave', async () => {
    const noise = { subscriptions: [{ name: 'noise' }] }
    await expectEvents(
      async () => {
        expectSuccess(await org.cid.post('/users/me/subscriptions', noise))
        expectSuccess(await org.cid.delete('/users/me/subscriptions', { subscriptions: ['noise'] }))
      },
      all('subscription/peer_add', 'subscription/peer_remove'),
    )
  })

  it('cover streams that are renamed, described, closed and deleted', async () => {
    const { ann, bob, dora, owner } = org
    const stream = await server.stream('mutable', { subscribers: [bob, ann] })
    const path = `/streams/${stream.id}`
    const seen = await expectEvents(
      async () => {
        expectSuccess(await dora.patch(path, { new_name: '"changeable"' }))
        expectSuccess(await dora.patch(path, { description: 'Now *this*' }))
        expectSuccess(await dora.patch(path, { is_private: true }))
      },
      apps(...Array.from({ length: 3 }, () => 'stream/update')),
    )
    for (const change of [
      { name: 'mutable', property: 'name', value: 'changeable' },
      { property: 'description', rendered_description: '<p>Now <em>this</em></p>' },
      { property: 'invite_only', value: true, history_public_to_subscribers: false },
    ]) {
      expect(seen.mobile).toContainEqual(expect.objectContaining(change))
    }
    await expectEvents(async () => expectSuccess(await owner.delete(path)), apps('stream/delete'))
  })

  it('cover streams that are colored, muted and pinned', async () => {
    const { design } = org
    const set = (property: string, value: unknown) =>
      does('POST', '/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: design.id, property, value }],
      })
    const seen = await expectEvents(
      async () => {
        await set('color', '#AABBCC')
        await set('pin_to_top', true)
        await set('is_muted', true)
        await set('desktop_notifications', true)
      },
      all(...Array.from({ length: 5 }, () => 'subscription/update')),
    )
    for (const events of Object.values(seen)) {
      const changes = events.map(({ property, value }) => [property, value])
      expect(changes).toEqual(
        expect.arrayContaining([
          ['color', '#aabbcc'],
          ['pin_to_top', true],
          ['is_muted', true],
          ['in_home_view', false],
          ['desktop_notifications', true],
        ]),
      )
    }
  })

  it('cover muted and followed topics', async () => {
    const { design, noise } = org
    await expectEvents(
      async () => {
        const muted = { stream_id: design.id, topic: 'logo', visibility_policy: 1 }
        await does('POST', '/user_topics', muted)
        await does('POST', '/user_topics', { ...muted, visibility_policy: 0 })
        const followed = { stream_id: noise.id, topic: 'Buzz', visibility_policy: 3 }
        await does('POST', '/user_topics', followed)
      },
      apps('user_topic', 'user_topic', 'user_topic'),
    )
  })
})
