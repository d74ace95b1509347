import { realmPermissions } from '../../src/server/chat/rules/permissions/realm'
import type { RealmPermissionName } from '../../src/server/chat/rules/permissions/realm'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { asNumber, namesIn } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'
import type { TestServer } from '../support/test-server'

const { nobody, owners, administrators, moderators, members, everyone } = systemGroups

describe('permissions of an organization', () => {
  const server = useTestServer()
  let realm: TestServer
  let mo: Person
  let alice: Person
  let guest: Person
  let author: Person
  let count = 0

  beforeAll(async () => {
    realm = await server.realm('groups')
    ;[alice, author] = await realm.users('alice', 'author')
    mo = await realm.user('mo', 'moderator')
    guest = await realm.user('guest', 'guest')
    await realm.stream('hall', { subscribers: [realm.owner, mo, alice, author, guest] })
  })

  const choose = (name: string, value: unknown, old?: unknown) =>
    realm.owner.patch('/realm', {
      [name]: JSON.stringify({ new: value, ...(old === undefined ? {} : { old }) }),
    })
  const chosen = async (name: string) =>
    (await realm.owner.register({ fetch_event_types: ['realm'] }))[`realm_${name}`]

  it.each(namesIn(realmPermissions))(
    '%s is as declared, and takes what its declaration says',
    async (name) => {
      const { default: standard, allowNobody, allowEveryone } = realmPermissions[name]
      expect(await chosen(name)).toBe(systemGroups[standard].id)
      for (const [group, isAllowed] of [
        [nobody, allowNobody],
        [everyone, allowEveryone],
        [systemGroups.internet, false],
      ] as const) {
        const response = await choose(name, group.id)
        if (isAllowed) expectSuccess(response)
        else {
          expectError(response, 400, {
            code: 'BAD_REQUEST',
            msg: `'${name}' setting cannot be set to '${group.name}' group.`,
          })
        }
      }
      expectSuccess(await choose(name, systemGroups[standard].id))
    },
  )

  it('are changed with the current value at hand, and told once', async () => {
    const queue = await alice.register({ event_types: ['realm'] })
    const value = { direct_members: [mo.id, alice.id], direct_subgroups: [owners.id] }
    expectError(await choose('can_create_groups', value, nobody.id), 400, {
      code: 'EXPECTATION_MISMATCH',
    })
    expectSuccess(await choose('can_create_groups', value, members.id))
    const stored = { ...value, direct_members: [alice.id, mo.id].sort((a, b) => a - b) }
    expect(await chosen('can_create_groups')).toEqual(stored)
    const back = { direct_members: [], direct_subgroups: [members.id] }
    expectSuccess(await choose('can_create_groups', back, value))
    expect(await chosen('can_create_groups')).toBe(members.id)
    const isLast = (event: object) =>
      JSON.stringify(event).includes(`"can_create_groups":${members.id}`)
    expect(await alice.pollUntil(queue, isLast)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          op: 'update_dict',
          property: 'default',
          data: { can_create_groups: stored },
        }),
      ]),
    )
  })

  it('name groups and users that there are, and owners alone choose some', async () => {
    const unknown = { direct_members: [], direct_subgroups: [987, 5] }
    expectError(await choose('can_create_groups', unknown), 400, { msg: 'Invalid user group' })
    expectError(
      await choose('can_create_groups', { direct_members: [987_654], direct_subgroups: [] }),
      400,
      { msg: 'Invalid user ID: 987654' },
    )
    expectError(
      await choose('can_access_all_users_group', { direct_members: [mo.id], direct_subgroups: [] }),
      400,
      { code: 'SYSTEM_GROUP_REQUIRED', setting_name: 'can_access_all_users_group' },
    )
    const dora = await realm.user('dora', 'administrator')
    for (const name of ['can_create_groups', 'can_manage_all_groups', 'can_invite_users_group']) {
      const args = { [name]: JSON.stringify({ new: administrators.id }) }
      expectError(await dora.patch('/realm', args), 400, {
        code: 'BAD_REQUEST',
        msg: 'Must be an organization owner',
      })
    }
  })

  const acts: Partial<
    Record<RealmPermissionName, (person: Person) => Promise<{ status: number }>>
  > = {
    can_create_public_channel_group: (person) => subscribe(person),
    can_create_private_channel_group: (person) => subscribe(person, { invite_only: true }),
    can_create_groups: (person) =>
      person.post('/user_groups/create', { name: `group ${(count += 1)}` }),
    can_create_bots_group: (person) => createBot(person, 1),
    can_delete_any_message_group: async (person) => {
      const id = await author.send('hall', 'rubbish', 'x')
      return person.delete(`/messages/${id}`)
    },
    can_resolve_topics_group: async (person) => {
      // The right to move messages includes resolving topics, so take it away.
      expectSuccess(await choose('can_move_messages_between_topics_group', nobody.id))
      const topic = `topic ${(count += 1)}`
      const id = await author.send('hall', topic, 'x')
      return person.patch(`/messages/${id}`, { topic: `✔ ${topic}` })
    },
    can_move_messages_between_topics_group: async (person) => {
      const id = await author.send('hall', 'here', 'x')
      return person.patch(`/messages/${id}`, { topic: 'there' })
    },
    direct_message_initiator_group: async (person) => {
      const other = await realm.user(`stranger${(count += 1)}`)
      return person.post('/messages', { type: 'private', to: [other.id], content: 'psst' })
    },
  }

  function subscribe(person: Person, more: Arguments = {}) {
    const subscriptions = [{ name: `stream ${(count += 1)}` }]
    return person.post('/users/me/subscriptions', { subscriptions, ...more })
  }

  function createBot(person: Person, bot_type: number) {
    count += 1
    const names = { full_name: `Bot ${count}`, short_name: `robot${count}` }
    return person.post('/bots', { ...names, bot_type })
  }

  const ofMoving = ['can_move_messages_between_topics_group', 'can_resolve_topics_group']

  it.each(Object.entries(acts))('%s decides', async (name, act) => {
    const before = await chosen(name)
    const cast = [realm.owner, mo, alice]
    for (const [value, expected] of [
      [nobody.id, [400, 400, 400]],
      [owners.id, [200, 400, 400]],
      [moderators.id, [200, 200, 400]],
      [{ direct_members: [alice.id], direct_subgroups: [] }, [400, 400, 200]],
    ] as const) {
      expectSuccess(await choose(name, value))
      const statuses: number[] = []
      for (const person of cast) statuses.push((await act(person)).status)
      // Owners administer the stream, and so move its messages in any case.
      const [, ...others] = expected
      const wanted = ofMoving.includes(name) ? [200, ...others] : expected
      expect([value, statuses]).toEqual([value, wanted])
    }
    expectSuccess(await choose(name, before))
  })

  it('let people who may make no other bots make bots for webhooks', async () => {
    expectSuccess(await choose('can_create_bots_group', nobody.id))
    expectError(await createBot(alice, 1), 400, { msg: 'Insufficient permission' })
    expectSuccess(await createBot(alice, 2))
    expectSuccess(await choose('can_create_write_only_bots_group', nobody.id))
    expectError(await createBot(alice, 2), 400, { msg: 'Insufficient permission' })
  })

  it('let people write privately where one of them may', async () => {
    const write = (person: Person, to: Person) =>
      person.post('/messages', { type: 'private', to: [to.id], content: 'psst' })
    const value = { direct_members: [mo.id], direct_subgroups: [] }
    expectSuccess(await choose('direct_message_permission_group', value))
    expectError(await write(alice, guest), 400, {
      msg: 'This conversation does not include any users who can authorize it.',
    })
    expectSuccess(await write(alice, mo))
    expectSuccess(await write(alice, alice))
    expectSuccess(await choose('direct_message_permission_group', everyone.id))
    expectSuccess(await choose('direct_message_initiator_group', nobody.id))
    expectError(await write(guest, mo), 400, {
      msg: 'You do not have permission to initiate direct message conversations.',
    })
    // They have written to each other already.
    expectSuccess(await write(mo, alice))
  })

  it('are told to older clients as numbers of policies', async () => {
    const state = async () => realm.owner.register({ fetch_event_types: ['realm'] })
    for (const [value, policy] of [
      [owners.id, 2],
      [administrators.id, 2],
      [moderators.id, 4],
      [nobody.id, 2],
      [{ direct_members: [alice.id], direct_subgroups: [] }, 1],
      [{ direct_members: [], direct_subgroups: [administrators.id, moderators.id] }, 4],
    ] as const) {
      expectSuccess(await choose('can_add_custom_emoji_group', value))
      expect(await state()).toMatchObject({
        realm_add_custom_emoji_policy: policy,
        realm_add_emoji_by_admins_only: policy === 2,
      })
    }
    expectSuccess(await realm.owner.patch('/realm', { add_custom_emoji_policy: 3 }))
    expect(await chosen('can_add_custom_emoji_group')).toBe(systemGroups.fullMembers.id)
  })

  it('are not for guests in a group, unless they may be for everybody', async () => {
    const crew = { name: 'crew', description: '', members: [guest.id] }
    const { group_id: crewId } = expectSuccess(await realm.owner.post('/user_groups/create', crew))
    const other = { name: 'other', description: '', members: [alice.id] }
    const { group_id: otherId } = expectSuccess(
      await realm.owner.post('/user_groups/create', { ...other, can_manage_group: crewId }),
    )
    const { id: yardId } = await realm.stream('yard', {
      subscribers: [realm.owner, guest, alice],
    })
    const mine = await guest.send('hall', 'guests', 'x')
    const theirs = await alice.send('hall', 'guests', 'x')
    const rename = () => guest.patch(`/user_groups/${asNumber(otherId)}`, { name: 'mine' })
    const calls = {
      can_delete_any_message_group: () => guest.delete(`/messages/${theirs}`),
      can_move_messages_between_channels_group: () =>
        guest.patch(`/messages/${mine}`, { stream_id: yardId }),
      can_manage_all_groups: rename,
    }
    expectError(await rename(), 400, { msg: 'Insufficient permission' })
    for (const [name, call] of Object.entries(calls)) {
      const before = await chosen(name)
      for (const value of [crewId, { direct_members: [guest.id], direct_subgroups: [] }]) {
        expectSuccess(await choose(name, value))
        expectError(await call(), 400)
      }
      expectSuccess(await choose(name, before))
    }
    expectSuccess(await choose('can_move_messages_between_topics_group', crewId))
    expectSuccess(await guest.patch(`/messages/${theirs}`, { topic: 'moved by a guest' }))
    expectSuccess(await choose('can_move_messages_between_topics_group', everyone.id))
  })

  it('are declared to clients', async () => {
    const { server_supported_permission_settings: declared } = await alice.register({
      fetch_event_types: ['realm'],
    })
    expect(declared).toMatchObject({
      realm: {
        can_access_all_users_group: {
          require_system_group: true,
          allow_nobody_group: false,
          allow_everyone_group: true,
          allowed_system_groups: ['role:everyone', 'role:members'],
          default_group_name: 'role:everyone',
          default_for_system_groups: null,
        },
      },
      stream: { can_administer_channel_group: { default_group_name: 'channel_creator' } },
      group: {
        can_manage_group: {
          default_group_name: 'group_creator',
          default_for_system_groups: 'role:nobody',
        },
      },
    })
  })
})
