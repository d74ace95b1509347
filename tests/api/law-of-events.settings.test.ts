import { Bystanders } from '../support/bystanders'
import { exactly, onlyOf, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Answer } from '../support/plain-call'
import type { Arguments } from '../support/person'
import { useTestServer } from '../support/test-server'

describe('events about personal settings', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  const choose = (settings: Arguments, path = '/settings') =>
    cast.expectExplained(async () => expectSuccess(await cast.alice.patch(path, settings)))
  const changeRealm = (changes: Arguments) =>
    cast.expectExplained(async () => expectSuccess(await cast.admin.patch('/realm', changes)))

  it('explain settings of the account', async () => {
    await choose({ twenty_four_hour_time: true, default_language: 'de', enter_sends: false })
    await choose({ clock_follows_language: true })
    await choose({ default_language: 'en' })
    await choose({ night_mode: true, emojiset: 'text' }, '/settings/display')
    await choose({ enable_sounds: false, enable_stream_sounds: true }, '/settings/notifications')
    await choose({ presence_enabled: false, send_read_receipts: false, enable_sounds: true })
    await choose({ timezone: 'Europe/Paris', translate_emoticons: true, full_name: 'Alice X.' })
  })

  it('explain settings of streams that leave them open', async () => {
    const stream = await cast.peopledStream()
    const change = async (property: string, value: unknown) =>
      cast.expectExplained(async () => {
        const subscription_data = [{ stream_id: stream.id, property, value }]
        const args = { subscription_data }
        expectSuccess(await cast.alice.post('/users/me/subscriptions/properties', args))
      })
    await choose({ enable_stream_desktop_notifications: true, wildcard_mentions_notify: false })
    await change('desktop_notifications', false)
    await change('desktop_notifications', null)
    await change('wildcard_mentions_notify', true)
    await choose({ enable_stream_desktop_notifications: false, wildcard_mentions_notify: true })
    await change('push_notifications', null)
    await cast.expectExplained(() => cast.subscribe(cast.bob, { subscriptions: [stream] }))
  })

  it('explain settings of topics', async () => {
    const stream = await cast.peopledStream()
    const subscribers = [cast.alice, cast.owner]
    const hidden = await server.stream('hidden', { subscribers, inviteOnly: true })
    const setPolicy = (stream_id: number, topic: string, visibility_policy: number) =>
      cast.expectExplained(async () => {
        const args = { stream_id, topic, visibility_policy }
        expectSuccess(await cast.alice.post('/user_topics', args))
      })
    await setPolicy(stream.id, 'lunch', 1)
    await setPolicy(stream.id, 'Lunch', 3)
    await setPolicy(stream.id, 'noise', 1)
    await setPolicy(hidden.id, 'secret noise', 1)
    await setPolicy(stream.id, 'noise', 0)
    await cast.expectExplained(() => cast.changeStream(stream.id, { new_name: 'renamed' }))
    // Mark everything as read first: unread messages of a removed stream are another test's subject.
    for (const reader of subscribers) {
      expectSuccess(await reader.post('/mark_stream_as_read', { stream_id: hidden.id }))
    }
    await cast.expectExplained(() =>
      cast.unsubscribe(cast.alice, { subscriptions: [hidden.name, 'renamed'] }),
    )
    const invited = { subscriptions: [{ name: hidden.name }], principals: [cast.alice.id] }
    await cast.expectExplained(() => cast.subscribe(cast.owner, invited))
    await cast.expectExplained(async () =>
      expectSuccess(await cast.owner.delete(`/streams/${hidden.id}`)),
    )
  })

  it('explain muted people and alert words', async () => {
    const path = `/users/me/muted_users/${cast.bob.id}`
    await cast.expectExplained(async () => expectSuccess(await cast.alice.post(path)))
    await cast.expectExplained(async () => expectSuccess(await cast.alice.delete(path)))
    const words = { alert_words: ['pizza', 'Salad'] }
    const wordsPath = '/users/me/alert_words'
    await cast.expectExplained(async () => expectSuccess(await cast.alice.post(wordsPath, words)))
    await cast.expectExplained(async () =>
      expectSuccess(await cast.alice.delete(wordsPath, { alert_words: ['salad'] })),
    )
  })

  it('explain saved snippets', async () => {
    const path = '/saved_snippets'
    const args = { title: 'Welcome', content: 'Welcome!' }
    const { body } = await cast.alice.post(path, args)
    const { saved_snippet_id: id } = shapedLike(body, { saved_snippet_id: 0 })
    await cast.expectExplained(async () => {
      expectSuccess(await cast.alice.post(path, args))
      expectSuccess(await cast.alice.patch(`${path}/${id}`, { title: 'Hello' }))
    })
    await cast.expectExplained(async () => {
      expectSuccess(await cast.bob.post(path, args))
      expectSuccess(await cast.alice.delete(`${path}/${id}`))
    })
  })

  it('explain drafts', async () => {
    const draft = { type: '', to: [], topic: '', content: 'Dear all,', timestamp: 1_000 }
    const older = { ...draft, content: 'To nobody', timestamp: 500 }
    const { body } = await cast.alice.post('/drafts', { drafts: [draft] })
    const id = onlyOf(shapedLike(body, { ids: [0] }).ids)
    await cast.expectExplained(async () => {
      expectSuccess(await cast.alice.post('/drafts', { drafts: [older, draft] }))
      expectSuccess(await cast.alice.patch(`/drafts/${id}`, { draft: { ...older, timestamp: 1 } }))
      expectSuccess(await cast.bob.post('/drafts', { drafts: [draft] }))
    })
    await cast.expectExplained(async () => expectSuccess(await cast.alice.delete(`/drafts/${id}`)))
    await choose({ enable_drafts_synchronization: false })
    await choose({ enable_drafts_synchronization: true })
  })

  it('explain scheduled messages', async () => {
    const { alice, bob } = cast
    const later = { type: 'direct', to: [bob.id], content: 'x' }
    const at = (seconds: number) => ({ scheduled_delivery_timestamp: 4_102_444_800 + seconds })
    const { body } = await alice.post('/scheduled_messages', { ...later, ...at(2) })
    const { scheduled_message_id: id } = shapedLike(body, { scheduled_message_id: 0 })
    const messageId = await alice.sendPrivately([bob.id], 'x')
    const remind = async (seconds: number) =>
      expectSuccess(await alice.post('/reminders', { message_id: messageId, ...at(seconds) }))
    await cast.expectExplained(async () => {
      expectSuccess(await alice.post('/scheduled_messages', { ...later, ...at(3) }))
      expectSuccess(await alice.patch(`/scheduled_messages/${id}`, { content: 'y', ...at(4) }))
      expectSuccess(await bob.post('/scheduled_messages', { ...later, ...at(1) }))
      await remind(2)
    })
    const { reminder_id: reminderId } = await remind(1)
    await cast.expectExplained(async () => {
      expectSuccess(await alice.delete(`/scheduled_messages/${id}`))
      expectSuccess(await alice.delete(`/reminders/${String(reminderId)}`))
    })
  })

  it('explain settings of the organization', async () => {
    await changeRealm({
      name: 'New name',
      description: 'What we do',
      message_content_edit_limit_seconds: 60,
    })
    await changeRealm({
      allow_message_editing: false,
      message_content_delete_limit_seconds: 'unlimited',
    })
    await changeRealm({ create_public_stream_policy: 2, invite_to_stream_policy: 2 })
    await changeRealm({ create_private_stream_policy: 2, create_public_stream_policy: 1 })
    await changeRealm({ create_private_stream_policy: 1, invite_to_stream_policy: 1 })
    await changeRealm({ delete_own_message_policy: 2 })
    await changeRealm({ allow_message_deleting: false, delete_own_message_policy: 5 })
    await changeRealm({ allow_message_deleting: true })
    await changeRealm({ notifications_stream_id: -1, enable_read_receipts: false })
  })

  it('explain default streams', async () => {
    const { id, name } = await cast.peopledStream()
    await cast.expectExplained(async () =>
      expectSuccess(await cast.admin.post('/default_streams', { stream_id: id })),
    )
    await cast.expectExplained(() => cast.changeStream(id, { new_name: `${name}!` }))
    await cast.expectExplained(async () =>
      expectSuccess(await cast.admin.delete('/default_streams', { stream_name: `${name}!` })),
    )
  })

  it('explain groups of default streams, folders and views', async () => {
    const [first, second] = [await cast.peopledStream(), await cast.peopledStream()]
    const ok = async (call: Promise<Answer>) => expectSuccess(await call)
    const groups = '/default_stream_groups'
    const group = { group_name: 'social', description: 'Fun', stream_names: [first.name] }
    await cast.expectExplained(() => ok(cast.admin.post(`${groups}/create`, group)))
    const state = await cast.owner.register({ fetch_event_types: ['default_stream_groups'] })
    const { id } = onlyOf(shapedLike(state['realm_default_stream_groups'], [{ id: 0 }]))
    await cast.expectExplained(async () => {
      const args = { op: 'add', stream_names: [second.name] }
      await ok(cast.admin.patch(`${groups}/${id}/streams`, args))
      await ok(cast.admin.patch(`${groups}/${id}`, { new_group_name: 'fun' }))
    })
    const folders = '/channel_folders'
    await cast.expectExplained(async () => {
      await ok(cast.admin.post(`${folders}/create`, { name: 'A', description: '*a*' }))
      await ok(cast.admin.post(`${folders}/create`, { name: 'B' }))
    })
    const { body } = await cast.alice.get(folders)
    const [a, b] = exactly(shapedLike(body, { channel_folders: [{ id: 0 }] }).channel_folders, 2)
    await cast.expectExplained(async () => {
      await ok(cast.admin.patch(folders, { order: [b.id, a.id] }))
      await ok(cast.admin.patch(`${folders}/${a.id}`, { name: 'C', is_archived: true }))
    })
    const views = '/navigation_views'
    await cast.expectExplained(async () => {
      await ok(cast.alice.post(views, { fragment: 'narrow/x', is_pinned: true, name: 'X' }))
      await ok(cast.alice.post(views, { fragment: 'inbox', is_pinned: true }))
      await ok(cast.bob.post(views, { fragment: 'feed', is_pinned: true }))
      await ok(cast.alice.patch(`${views}/narrow%2Fx`, { is_pinned: false, name: 'Y' }))
      await ok(cast.alice.delete(`${views}/inbox`))
    })
  })

  it('explain streams that somebody joins and leaves in one call', async () => {
    const { name } = await cast.peopledStream()
    const args = { delete: [name], add: [{ name: 'made at once' }] }
    await cast.expectExplained(async () =>
      expectSuccess(await cast.alice.patch('/users/me/subscriptions', args)),
    )
  })
})
