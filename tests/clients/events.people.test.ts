import { present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { all, apps, useOnlookers } from './onlookers'

/**
 * Events about people, for the clients of one person: each event is complete for its client, and names only
 * objects that the client knows.
 * Source: docs/protocol/events.md#complete.
 */
describe('events about people for old and new clients', () => {
  const { server, org, does, expectEvents } = useOnlookers()

  it('cover typing notices', async () => {
    const { ann, bob, design } = org
    const direct = { type: 'direct', to: [ann.id] }
    const inStream = { type: 'stream', stream_id: design.id, topic: 'logo' }
    await expectEvents(
      async () => {
        expectSuccess(await bob.post('/typing', { op: 'start', ...direct }))
        expectSuccess(await bob.post('/typing', { op: 'stop', ...direct }))
      },
      all('typing/start', 'typing/stop'),
    )
    await expectEvents(
      async () => {
        expectSuccess(await bob.post('/typing', { op: 'start', ...inStream }))
        expectSuccess(await bob.post('/typing', { op: 'stop', ...inStream }))
      },
      { mobile: ['typing/start', 'typing/stop'], terminal: [], reactNative: [] },
    )
  })

  it('cover presence', async () => {
    const ping = { status: 'active', new_user_input: true, slim_presence: true }
    await expectEvents(
      async () => expectSuccess(await org.cid.post('/users/me/presence', ping)),
      apps('presence'),
    )
  })

  it('cover changed statuses', async () => {
    const { bob } = org
    const status = { status_text: 'back', emoji_name: '', emoji_code: '', reaction_type: '' }
    await expectEvents(
      async () => expectSuccess(await bob.post('/users/me/status', status)),
      apps('user_status'),
    )
    const own = { status_text: 'out', emoji_name: 'pizza', emoji_code: '1f355' }
    await expectEvents(
      () => does('POST', '/users/me/status', { ...own, reaction_type: 'unicode_emoji' }),
      apps('user_status'),
    )
  })

  it('cover new, changed, deactivated and reactivated people', async () => {
    const { owner } = org
    let id = 0
    await expectEvents(
      async () => {
        const newbie = await server.user('newbie')
        await newbie.send('general', 'hello', 'I am new here.')
        id = newbie.id
      },
      all('realm_user/add', 'message'),
    )
    await expectEvents(
      async () => {
        expectSuccess(await owner.patch(`/users/${id}`, { full_name: 'Old Hand' }))
        expectSuccess(await owner.patch(`/users/${id}`, { role: 200 }))
      },
      all('realm_user/update', 'realm_user/update'),
    )
    await expectEvents(async () => {
      expectSuccess(await owner.delete(`/users/${id}`))
    }, all('realm_user/update'))
    await expectEvents(async () => {
      expectSuccess(await owner.post(`/users/${id}/reactivate`))
    }, all('realm_user/update'))
  })

  it('cover bots', async () => {
    await expectEvents(() => server.bot(org.bob, 'helper'), all('realm_user/add'))
  })

  it('cover user groups', async () => {
    const { bob, cid, dora } = org
    await expectEvents(
      async () => {
        const group = { name: 'reviewers', description: 'They look twice.', members: [bob.id] }
        expectSuccess(await dora.post('/user_groups/create', group))
        const { user_groups: groups } = await dora.call('GET /user_groups')
        const { id } = present(groups.find(({ name }) => name === 'reviewers'))
        expectSuccess(await dora.post(`/user_groups/${id}/members`, { add: [cid.id] }))
        expectSuccess(await dora.post(`/user_groups/${id}/members`, { delete: [bob.id] }))
        expectSuccess(await dora.patch(`/user_groups/${id}`, { name: 'readers' }))
      },
      apps(
        ...['user_group/add', 'user_group/add_members', 'user_group/remove_members'],
        'user_group/update',
      ),
    )
  })
})
