import { firstOf, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const capabilities = { include_deactivated_groups: true }

describe('user groups', () => {
  const server = useTestServer()
  let alice: Person
  let bob: Person
  let carol: Person
  let dora: Person
  let gwen: Person
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    dora = await server.user('dora', 'administrator')
    gwen = await server.user('gwen', 'guest')
  })

  const list = async (person: Person, args: Arguments = {}) =>
    (await person.call('GET /user_groups', args)).user_groups
  const create = async (person: Person, name: string, args: Arguments = {}): Promise<number> =>
    (await person.call('POST /user_groups/create', { name, ...args })).group_id

  describe('system groups', () => {
    it('exist in every realm, with the accounts of a role and the group inside', async () => {
      const groups = await list(present(gwen, 'gwen'))
      const named = (name: string) => present(groups.find((group) => group.name === `role:${name}`))
      expect(named('owners').members).toEqual([server.owner.id])
      expect(named('administrators').members).toEqual([dora.id])
      expect(named('members').members).toEqual([alice.id, bob.id, carol.id])
      expect(named('fullmembers').members).toEqual([alice.id, bob.id, carol.id])
      expect(named('everyone')).toMatchObject({
        id: 6,
        members: [gwen.id],
        direct_subgroup_ids: [named('members').id],
        is_system_group: true,
      })
      expect(named('nobody')).toMatchObject({ members: [], direct_subgroup_ids: [] })

      const elsewhere = await server.realm('groups')
      expect((await list(elsewhere.owner)).map((group) => group.id)).toEqual(
        groups.map((group) => group.id),
      )
    })

    it('tell their final members', async () => {
      const everyone = await alice.get('/user_groups/6/members')
      const ids = [server.owner, alice, bob, carol, dora, gwen].map((person) => person.id)
      expect(expectSuccess(everyone)['members']).toEqual(ids)
      const direct = await alice.get('/user_groups/6/members', { direct_member_only: true })
      expect(expectSuccess(direct)['members']).toEqual([gwen.id])
      const inside = await alice.get('/user_groups/2/members/olivia@parley.test')
      expect(expectSuccess(inside)['is_user_group_member']).toBe(true)
      expect(expectSuccess(await alice.get('/user_groups/4/subgroups'))['subgroups']).toEqual([
        1, 2, 3,
      ])
    })

    it('cannot be changed', async () => {
      for (const response of [
        await server.owner.patch('/user_groups/5', { name: 'mine' }),
        await server.owner.delete('/user_groups/5'),
        await server.owner.post('/user_groups/5/members', { add: [gwen.id] }),
        await server.owner.post('/user_groups/5/deactivate'),
      ]) {
        expectError(response, 400, { code: 'BAD_REQUEST', msg: 'Insufficient permission' })
      }
    })
  })

  describe('groups of people', () => {
    it('are made by members, and told to everybody', async () => {
      const queue = await gwen.register({ event_types: ['user_group'] })
      const id = await create(alice, ' backend ', {
        description: 'servers',
        members: [bob.id, 'carol@parley.test'],
      })
      const event = firstOf(await gwen.pollUntil(queue, 'user_group'))
      expect(event).toMatchObject({
        op: 'add',
        group: { id, name: 'backend', description: 'servers', members: [bob.id, carol.id] },
      })
      expect(await list(gwen)).toContainEqual(event['group'])
    })

    it('are not made by guests, nor under names that cannot be mentioned', async () => {
      const make = (person: Person, args: Arguments) => person.post('/user_groups/create', args)
      expectError(await make(gwen, { name: 'guests' }), 400, { msg: 'Not allowed for guest users' })
      await create(alice, 'Taken')
      for (const [name, msg] of [
        ['', "User group name can't be empty!"],
        ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
        ['role:kings', "User group name cannot start with 'role:'."],
        ['a*b', 'Invalid characters in user group name!'],
        ['taken', "User group 'taken' already exists."],
      ] as const) {
        expectError(await make(alice, { name }), 400, { msg })
      }
      expectError(await make(alice, { name: 'n', members: [999_999] }), 400, {
        msg: 'Invalid user ID: 999999',
      })
      expectError(await make(alice, { name: 'n', subgroups: [999_999] }), 400, {
        msg: 'Invalid user group',
      })
    })

    it('are changed by their creator and by owners alone, unless somebody chose otherwise', async () => {
      const id = await create(alice, 'private club', { members: [bob.id] })
      for (const [index, person] of [alice, server.owner].entries()) {
        expectSuccess(await person.patch(`/user_groups/${id}`, { description: `${index}` }))
      }
      for (const stranger of [carol, gwen, bob, dora]) {
        for (const response of [
          await stranger.patch(`/user_groups/${id}`, { description: 'mine' }),
          await stranger.post(`/user_groups/${id}/members`, { add: [dora.id] }),
          await stranger.post(`/user_groups/${id}/subgroups`, { add: [1] }),
          await stranger.post(`/user_groups/${id}/deactivate`),
          await stranger.delete(`/user_groups/${id}`),
        ]) {
          expectError(response, 400, { code: 'BAD_REQUEST' })
        }
      }
      expectError(await alice.patch(`/user_groups/${id}`), 400, { msg: 'No new data supplied' })
      expectError(await dora.patch('/user_groups/999999', { name: 'x y' }), 400, {
        msg: 'Invalid user group',
      })
    })

    it('add and remove all named users, or none', async () => {
      const id = await create(alice, 'changing', { members: [bob.id] })
      const tie = (args: Arguments) => alice.post(`/user_groups/${id}/members`, args)
      expectError(await tie({}), 400, {
        msg: 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      })
      expectError(await tie({ add: [carol.id, bob.id] }), 400, {
        msg: `User ${bob.id} is already a member of this group`,
      })
      expectError(await tie({ delete: [carol.id] }), 400, {
        msg: `There is no member '${carol.id}' in this user group`,
      })
      expectSuccess(await tie({ add: [carol.id], delete: [bob.id] }))
      const members = await bob.get(`/user_groups/${id}/members`)
      expect(expectSuccess(members)['members']).toEqual([carol.id])
    })

    it('contain groups, but never themselves', async () => {
      const inner = await create(alice, 'inner', { members: [bob.id] })
      const outer = await create(alice, 'outer', { subgroups: [inner] })
      expect(expectSuccess(await carol.get(`/user_groups/${outer}/members`))['members']).toEqual([
        bob.id,
      ])
      for (const id of [inner, outer]) {
        expectError(await alice.post(`/user_groups/${inner}/subgroups`, { add: [id] }), 400, {
          msg: `User group ${inner} is already a subgroup of one of the passed subgroups.`,
        })
      }
      expectError(await alice.post(`/user_groups/${outer}/subgroups`, { add: [inner] }), 400)
      expectError(await alice.post(`/user_groups/${inner}/subgroups`, { delete: [outer] }), 400)
      expectError(await alice.post(`/user_groups/${inner}/deactivate`), 400, {
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        objections: [{ type: 'subgroup', supergroup_ids: [outer] }],
      })
    })

    it('are mentioned silently after their deactivation, like former users', async () => {
      const id = await create(alice, 'band', { members: [bob.id] })
      const [gone, namesake] = await server.users('drummer', 'singer')
      expectSuccess(await alice.post(`/user_groups/${id}/deactivate`))
      expectSuccess(await server.owner.delete(`/users/${gone.id}`))
      expectSuccess(await server.owner.delete(`/users/${namesake.id}`))
      const heir = await server.user('heir')
      const { fullName } = namesake
      expectSuccess(await server.owner.patch(`/users/${heir.id}`, { full_name: fullName }))

      const bobs = await bob.register({ event_types: ['message'], apply_markdown: true })
      const content = `@*band* @**${gone.fullName}** @_**${gone.fullName}|${gone.id}** @**${fullName}**`
      await alice.sendPrivately([bob.email], content)
      expect(await bob.pollUntil(bobs, 'message')).toMatchObject([
        {
          message: {
            content:
              `<p><span class="user-group-mention silent" data-user-group-id="${id}">band</span> ` +
              `<span class="user-mention silent" data-user-id="${gone.id}">${gone.fullName}</span> `.repeat(
                2,
              ) +
              `<span class="user-mention" data-user-id="${heir.id}">@${fullName}</span></p>`,
          },
          flags: [],
        },
      ])
    })

    it('are known after their deactivation to clients that say so', async () => {
      const id = await create(alice, 'old', { members: [alice.id] })
      const args = { event_types: ['user_group'], fetch_event_types: ['realm_user_groups'] }
      const [knowing, lean] = await Promise.all([
        bob.register({ ...args, client_capabilities: capabilities }),
        bob.register(args),
      ])
      expectSuccess(await alice.post(`/user_groups/${id}/deactivate`))
      expect(await bob.pollUntil(knowing, 'user_group')).toMatchObject([
        { op: 'update', group_id: id, data: { deactivated: true } },
      ])
      expect(await bob.pollUntil(lean, 'user_group')).toMatchObject([
        { op: 'remove', group_id: id },
      ])
      const ids = (queue: Arguments) =>
        shapedLike(queue['realm_user_groups'], [{ id: 0 }]).map((group) => group.id)
      const again = await bob.register({ ...args, client_capabilities: capabilities })
      expect(ids(again)).toContain(id)
      expect(ids(await bob.register(args))).not.toContain(id)
      expect(await list(bob)).not.toContainEqual(expect.objectContaining({ id }))
      expect(await list(bob, { include_deactivated_groups: true })).toContainEqual(
        expect.objectContaining({ id, deactivated: true }),
      )

      expectError(await alice.post(`/user_groups/${id}/deactivate`), 400, {
        msg: 'User group is deactivated.',
      })
      expectError(await alice.post('/user_groups/create', { name: 'old' }), 400)
      const members = `/user_groups/${id}/members`
      expectSuccess(await alice.post(members, { add: [bob.id], delete: [alice.id] }))
      expect(await bob.pollUntil(knowing, 'user_group')).toMatchObject([
        { op: 'add_members', user_ids: [bob.id] },
        { op: 'remove_members', user_ids: [alice.id] },
      ])
      expectSuccess(await alice.patch(`/user_groups/${id}`, { deactivated: false }))
      expect(await bob.pollUntil(lean, 'user_group')).toMatchObject([
        { op: 'add', group: { members: [bob.id] } },
      ])
    })

    it('are unknown in other realms', async () => {
      const id = await create(alice, 'ours')
      const elsewhere = await server.realm('elsewhere')
      expectError(await elsewhere.owner.delete(`/user_groups/${id}`), 400, {
        msg: 'Invalid user group',
      })
    })
  })

  describe('groups mentioned in a message', () => {
    it('flag it for the members who receive it, and flag nothing if they are silent', async () => {
      await create(alice, 'flagged', { members: [bob.id, carol.id] })
      await server.stream('news', { subscribers: [alice, bob] })
      const queue = await bob.register({ event_types: ['message'], apply_markdown: true })
      await alice.send('news', 'loud', 'hi @*Flagged*')
      await alice.send('news', 'silent', 'hi @_*flagged*')
      const tooLoud = { type: 'stream', to: 'news', topic: 't', content: 'hi @*role:everyone*' }
      expectError(await alice.post('/messages', tooLoud), 400, {
        msg: "You are not allowed to mention user group 'role:everyone'.",
      })
      await alice.send('news', 'soft', 'hi @_*role:everyone*')

      await alice.send('news', 'quoted', '> @*flagged* @**Bob** @**all**')

      const events = [...(await bob.pollUntil(queue, ({ id }) => id >= 3))]
      const contents = events.map((event) => messageIn(event).content)
      expect(contents[0]).toMatch(
        /<span class="user-group-mention" data-user-group-id="\d+">@flagged/,
      )
      expect(contents[1]).toMatch(/class="user-group-mention silent" [^>]+>flagged</)
      expect(contents[2]).toMatch(
        /hi <span class="user-group-mention silent" [^>]+>Everyone<\/span>/,
      )
      expect(events.map((event) => event['flags'])).toEqual([['mentioned'], [], [], []])
    })
  })
})
