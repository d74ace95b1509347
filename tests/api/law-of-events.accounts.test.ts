import { Bystanders } from '../support/bystanders'
import { asText, firstOf } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Arguments } from '../support/person'
import { useTestServer } from '../support/test-server'

describe('events about accounts', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  describe('events about people', () => {
    it('explain a new account', async () => {
      await cast.expectExplained(() => server.user('nora'))
    })

    it('explain another name', async () => {
      await cast.expectExplained(() => cast.changeUser(cast.alice.id, { full_name: 'Alice A.' }))
    })

    it('explain a member who becomes an administrator, an owner, and a member again', async () => {
      await cast.peopledStream({ inviteOnly: true })
      await cast.expectExplained(() => cast.changeUser(cast.bob.id, { is_admin: true }))
      await cast.expectExplained(() => cast.changeUser(cast.bob.id, { role: 100 }))
      await cast.expectExplained(() => cast.changeUser(cast.bob.id, { role: 400 }))
    })

    it('explain a guest who becomes a member', async () => {
      await cast.peopledStream()
      const newcomer = await server.user('gabe', 'guest')
      const general = firstOf(await cast.defaultStreams())
      await cast.unsubscribe(newcomer, { subscriptions: [general.name] })
      await cast.expectExplained(() => cast.changeUser(newcomer.id, { is_guest: false }), {
        newcomer,
      })
    })

    it('explain a member who becomes a guest, whose clients register again', async () => {
      const gerd = await server.user('gerd')
      await server.stream('gerds', { subscribers: [gerd, cast.alice] })
      const queue = await gerd.register()
      await cast.expectExplained(() => cast.changeUser(gerd.id, { is_guest: true }))
      await expect(gerd.pollNow(queue)).rejects.toThrow('BAD_EVENT_QUEUE_ID')
    })

    it('explain the deactivation of a subscribed owner of bots, and the reactivation of all', async () => {
      const carol = await server.user('carol')
      await server.stream('carols', { subscribers: [carol, cast.guest, cast.alice] })
      await server.stream('carols secret', { subscribers: [carol, cast.robot], inviteOnly: true })
      const helper = await server.bot(carol, 'carolsbot')
      await cast.subscribe(carol, {
        subscriptions: [{ name: 'carols' }],
        principals: [helper.email],
      })

      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.delete(`/users/${carol.id}`)),
      )
      for (const id of [carol.id, helper.id]) {
        await cast.expectExplained(async () =>
          expectSuccess(await cast.owner.post(`/users/${id}/reactivate`)),
        )
      }
    })

    it('explain an account that leaves', async () => {
      const leo = await server.user('leo')
      await server.stream('leos', { subscribers: [leo, cast.alice] })
      await cast.expectExplained(async () => expectSuccess(await leo.delete('/users/me')))
    })

    it('explain a moved pointer, and a message', async () => {
      const { name } = await cast.peopledStream()
      await cast.expectExplained(async () => {
        const id = await cast.alice.send(name, 'topic', 'on a stream')
        await cast.bob.sendPrivately([cast.guest.id, cast.robot.id], 'privately')
        expectSuccess(await cast.alice.post('/users/me/pointer', { pointer: id }))
      })
    })
  })

  describe('events about bots', () => {
    it('explain a new bot', async () => {
      await cast.expectExplained(() => server.bot(cast.alice, 'fresh'))
      await cast.expectExplained(() => server.bot(cast.bob, 'hook', 2))
    })

    it('explain another name and other defaults', async () => {
      const { id } = await server.bot(cast.alice, 'changing')
      const { name } = await cast.peopledStream()
      await cast.expectExplained(async () => {
        await cast.changeBot(id, { full_name: 'Changed', default_all_public_streams: true })
        await cast.changeBot(id, {
          default_sending_stream: name,
          default_events_register_stream: name,
        })
        await cast.changeBot(id, { default_sending_stream: '' })
      })
    })

    it('explain another name given as to any account, and another role', async () => {
      const { id } = await server.bot(cast.admin, 'account')
      await cast.expectExplained(() => cast.changeUser(id, { full_name: 'Account B.' }))
      await cast.expectExplained(() => cast.changeUser(id, { is_admin: true }))
      await cast.expectExplained(() => cast.changeUser(id, { is_admin: false }))
    })

    it('explain an owner with a lower role, and a new owner with fewer rights', async () => {
      const rita = await server.user('rita', 'administrator')
      for (const name of ['lever', 'crane']) {
        const { id } = await server.bot(rita, name)
        await cast.changeUser(id, { is_admin: true })
      }
      await cast.expectExplained(() => cast.changeUser(rita.id, { is_admin: false }), { rita })
      const { id } = await server.bot(cast.admin, 'hoist')
      await cast.changeUser(id, { is_admin: true })
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.patch(`/bots/${id}`, { bot_owner_id: cast.alice.id })),
      )
    })

    it('explain another owner', async () => {
      const { id } = await server.bot(cast.alice, 'gift')
      await cast.expectExplained(() => cast.changeBot(id, { bot_owner_id: cast.bob.id }))
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.patch(`/bots/${id}`, { bot_owner_id: cast.admin.id })),
      )
    })

    it('explain a private stream that hides the defaults, and shows them again', async () => {
      const { id } = await server.bot(cast.alice, 'hiding')
      const { name } = await cast.peopledStream({ inviteOnly: true })
      await cast.expectExplained(() => cast.changeBot(id, { default_sending_stream: name }))
      await cast.expectExplained(() => cast.changeBot(id, { default_sending_stream: '' }))
    })

    it('explain default streams that are renamed, hidden, shown and deleted', async () => {
      const { id } = await server.bot(cast.alice, 'streaming')
      const stream = await cast.peopledStream()
      await cast.changeBot(id, { default_sending_stream: stream.name })
      const newName = `${stream.name} renamed`
      await cast.expectExplained(() => cast.changeStream(stream.id, { new_name: newName }))
      await cast.expectExplained(() => cast.changeStream(stream.id, { is_private: true }))
      await cast.letOwnerIn(newName)
      await cast.expectExplained(() => cast.changeStream(stream.id, { is_private: false }))
      await cast.changeStream(stream.id, { is_private: true })
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.delete(`/streams/${stream.id}`)),
      )
    })

    it('explain a private default stream that its last subscriber leaves', async () => {
      const { id } = await server.bot(cast.alice, 'abandoned')
      await server.stream('hideout', { subscribers: [cast.alice], inviteOnly: true })
      await cast.changeBot(id, { default_events_register_stream: 'hideout' })
      await cast.expectExplained(() => cast.unsubscribe(cast.alice, { subscriptions: ['hideout'] }))
    })

    it('explain default streams that the owner may no longer know, and may know again', async () => {
      const helper = await server.bot(cast.bob, 'lounging')
      const { id } = await server.stream('lounge', { subscribers: [cast.alice] })
      const { id: secretId } = await cast.peopledStream()
      await cast.changeStream(secretId, { new_name: 'den', is_private: true })
      const setDefaults = async (defaults: Arguments) =>
        expectSuccess(await cast.bob.patch(`/bots/${helper.id}`, defaults))

      await setDefaults({ default_sending_stream: 'lounge' })
      await cast.expectExplained(() => cast.changeStream(id, { is_private: true }))
      await cast.letOwnerIn('lounge')
      await cast.expectExplained(() => cast.changeStream(id, { is_private: false }))

      await cast.changeUser(cast.bob.id, { is_admin: true })
      await setDefaults({ default_events_register_stream: 'den' })
      await cast.expectExplained(() => cast.changeUser(cast.bob.id, { is_admin: false }))
      const invitation = { subscriptions: [{ name: 'den' }], principals: [cast.bob.id] }
      await cast.expectExplained(() => cast.subscribe(cast.alice, invitation))

      await setDefaults({ default_sending_stream: 'den' })
      await cast.expectExplained(() => cast.unsubscribe(cast.bob, { subscriptions: ['den'] }))
      await cast.expectExplained(() => cast.subscribe(cast.alice, invitation))
    })

    it('explain another key, given by the owner and by the bot', async () => {
      const bot = await server.bot(cast.alice, 'keyed')
      let key: unknown
      await cast.expectExplained(async () => {
        key = expectSuccess(await cast.alice.post(`/bots/${bot.id}/api_key/regenerate`))['api_key']
      })
      await cast.expectExplained(async () =>
        expectSuccess(await bot.withKey(asText(key)).post('/users/me/api_key/regenerate')),
      )
    })

    it('explain a deactivation, and a reactivation', async () => {
      const bot = await server.bot(cast.alice, 'tired')
      await server.stream('bots', { subscribers: [cast.bob, cast.guest] })
      await cast.subscribe(cast.bob, { subscriptions: [{ name: 'bots' }], principals: [bot.email] })
      for (const end of [
        () => cast.alice.delete(`/bots/${bot.id}`),
        () => cast.owner.delete(`/users/${bot.id}`),
      ]) {
        await cast.expectExplained(async () => expectSuccess(await end()))
        await cast.expectExplained(async () =>
          expectSuccess(await cast.owner.post(`/users/${bot.id}/reactivate`)),
        )
      }
    })
  })
})
