import { roles } from '../../src/shared/rules/roles'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { anyValue, lastOf, maybe, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'
import type { TestServer } from '../support/test-server'

const anInvite = {
  id: 0,
  invited_by_user_id: 0,
  invited: 0,
  expiry_date: anyValue,
  invited_as: 0,
  is_multiuse: false,
  email: maybe(''),
  link_url: maybe(''),
  notify_referrer_on_join: maybe(false),
}

describe('invitations', () => {
  const server = useTestServer()
  let realm: TestServer
  let admin: Person
  let mo: Person
  let alice: Person
  let bob: Person
  let guest: Person
  let count = 0

  beforeAll(async () => {
    realm = await server.realm('inviting')
    admin = await realm.user('admin', 'administrator')
    mo = await realm.user('mo', 'moderator')
    ;[alice, bob] = await realm.users('alice', 'bob')
    guest = await realm.user('guest', 'guest')
  })

  const address = () => `invited${(count += 1)}@parley.test`
  const invite = (person: Person, args: Arguments = {}) =>
    person.post('/invites', { invitee_emails: address(), stream_ids: [], ...args })
  const makeLink = (person: Person, args: Arguments = {}) => person.post('/invites/multiuse', args)
  const listed = async (person: Person) =>
    shapedLike(expectSuccess(await person.get('/invites'))['invites'], [anInvite])
  const newest = async (person: Person) => lastOf(await listed(person))
  const choose = async (settings: Record<string, unknown>) =>
    expectSuccess(await realm.owner.patch('/realm', settings))
  const chooseGroup = (name: string, id: number) => choose({ [name]: JSON.stringify({ new: id }) })

  it('are listed to their inviter, and all of them to administrators', async () => {
    const before = Math.floor(Date.now() / 1000)
    const emails = ' Ada <ada@parley.test>,\n"Lovelace, Bo" <bo@parley.test>\n, ADA@parley.test'
    const answer = expectSuccess(await invite(alice, { invitee_emails: emails }))
    expect(answer['invitations']).toMatchObject([
      { email: 'ada@parley.test' },
      { email: 'bo@parley.test' },
    ])
    expectSuccess(await makeLink(admin, { invite_expires_in_minutes: null, invite_as: 600 }))
    const own = await listed(alice)
    expect(own).toEqual([
      {
        id: own[0]?.id,
        invited_by_user_id: alice.id,
        invited: own[0]?.invited,
        expiry_date: (own[0]?.invited ?? 0) + 14_400 * 60,
        invited_as: roles.member,
        is_multiuse: false,
        email: 'ada@parley.test',
        notify_referrer_on_join: true,
      },
      expect.objectContaining({ email: 'bo@parley.test' }),
    ])
    expect(own[0]?.invited).toBeGreaterThanOrEqual(before)
    expect(await listed(bob)).toEqual([])
    const all = await listed(admin)
    expect(all.map(({ invited_by_user_id }) => invited_by_user_id)).toEqual([
      alice.id,
      alice.id,
      admin.id,
    ])
    expect(all.at(-1)).toMatchObject({ is_multiuse: true, expiry_date: null, invited_as: 600 })
    const [address, key] = present(all.at(-1)?.link_url, 'link_url').split('/join/')
    expect(address).toBe(`http://${realm.host}`)
    expect(key).toMatch(/^[a-z2-7]{24}\/$/)
  })

  it('run out, and are revoked', async () => {
    expectSuccess(await invite(alice))
    const { id } = await newest(alice)
    expectSuccess(await alice.delete(`/invites/${id}`))
    expect((await listed(alice)).some((each) => each.id === id)).toBe(false)
    expectError(await alice.delete(`/invites/${id}`), 400, {
      code: 'BAD_REQUEST',
      msg: 'Invitation has already been revoked',
    })
    expectSuccess(await makeLink(admin))
    const link = await newest(admin)
    // Ids mean what the path says.
    expectError(await admin.delete(`/invites/${link.id}`), 400, { msg: 'No such invitation' })
    expectSuccess(await admin.delete(`/invites/multiuse/${link.id}`))
    expectSuccess(await invite(alice, { invite_expires_in_minutes: 1 }))
    const short = await newest(alice)
    await server.db
      .updateTable('invitations')
      .set({ expires_at: new Date() })
      .where('id', '=', short.id)
      .execute()
    expect((await listed(alice)).some((each) => each.id === short.id)).toBe(false)
    for (const act of [
      alice.delete(`/invites/${short.id}`),
      alice.post(`/invites/${short.id}/resend`),
    ]) {
      expectError(await act, 400, { code: 'BAD_REQUEST', msg: 'No such invitation' })
    }
  })

  it('are changed by others only if they may see them', async () => {
    expectSuccess(await invite(alice))
    const { id } = await newest(alice)
    for (const stranger of [bob, mo]) {
      expectError(await stranger.delete(`/invites/${id}`), 400, { msg: 'No such invitation' })
      expectError(await stranger.post(`/invites/${id}/resend`), 400, { msg: 'No such invitation' })
    }
    expectError(await server.owner.delete(`/invites/${id}`), 400, { msg: 'No such invitation' })
    expectSuccess(await admin.post(`/invites/${id}/resend`))
    expectSuccess(await admin.delete(`/invites/${id}`))
    expectSuccess(await invite(realm.owner, { invite_as: roles.owner }))
    const ofOwner = await newest(admin)
    expectError(await admin.delete(`/invites/${ofOwner.id}`), 400, {
      msg: 'Must be an organization owner',
    })
    expectSuccess(await realm.owner.delete(`/invites/${ofOwner.id}`))
  })

  it('need a permission for those by mail and one for links', async () => {
    for (const [name, act] of [
      ['can_invite_users_group', invite],
      ['create_multiuse_invite_group', makeLink],
    ] as const) {
      const people = [realm.owner, admin, mo, alice, guest]
      const table = {
        owners: 1,
        administrators: 2,
        moderators: 3,
        members: 4,
        nobody: 0,
      }
      for (const [group, allowed] of Object.entries(table)) {
        await chooseGroup(name, systemGroups[group as keyof typeof table].id)
        for (const [index, person] of people.entries()) {
          const response = await act(person)
          const mayInvite = index < allowed
          if (mayInvite) expectSuccess(response)
          else {
            expectError(response, 400, {
              code: 'BAD_REQUEST',
              msg: person === guest ? 'Not allowed for guest users' : 'Insufficient permission',
            })
          }
          if (name !== 'can_invite_users_group') continue
          const state = await person.register({ fetch_event_types: ['realm_user'] })
          expect(state['can_invite_others_to_realm']).toBe(mayInvite)
        }
      }
      await chooseGroup(name, systemGroups.members.id)
    }
    const bot = await realm.bot(alice, 'helper')
    expectError(await invite(bot), 400, { msg: 'This endpoint does not accept bot requests.' })
    expectError(await bot.get('/invites'), 400)
    expectError(await guest.get('/invites'), 400, { msg: 'Not allowed for guest users' })
  })

  it('give no role that the inviter could not give', async () => {
    const people = [realm.owner, admin, mo, alice]
    const allowed = { 100: 1, 200: 2, 300: 2, 400: 4, 600: 4 }
    for (const [role, most] of Object.entries(allowed)) {
      for (const [index, person] of people.entries()) {
        for (const act of [invite, makeLink]) {
          const response = await act(person, { invite_as: Number(role) })
          if (index < most) expectSuccess(response)
          else {
            const msg = `Must be an organization ${role === '100' ? 'owner' : 'administrator'}`
            expectError(response, 400, { code: 'BAD_REQUEST', msg })
          }
        }
      }
    }
    expectError(await invite(realm.owner, { invite_as: 500 }), 400, { code: 'BAD_REQUEST' })
  })

  it('lead into no stream or group that the inviter could not let others into', async () => {
    const hall = await realm.stream('hall', { subscribers: [alice, bob] })
    const den = await realm.stream('den', { subscribers: [bob], inviteOnly: true })
    expectSuccess(await invite(alice, { stream_ids: [hall.id, hall.id] }))
    for (const id of [den.id, 999_999]) {
      const msg = `Invalid channel ID ${id}. No invites were sent.`
      expectError(await invite(alice, { stream_ids: [hall.id, id] }), 400, { msg })
    }
    // An administrator outside a private stream may not invite to it.
    expectError(await invite(admin, { stream_ids: [den.id] }), 400)
    expectSuccess(await invite(bob, { stream_ids: [den.id] }))
    await chooseGroup('can_add_subscribers_group', systemGroups.administrators.id)
    expectError(await invite(bob, { stream_ids: [hall.id] }), 400, {
      msg: 'You do not have permission to subscribe other users to channels.',
    })
    expectSuccess(await admin.post('/default_streams', { stream_id: hall.id }))
    expectSuccess(await invite(bob, { stream_ids: [hall.id] }))
    await chooseGroup('can_add_subscribers_group', systemGroups.members.id)

    const { group_id } = await bob.call('POST /user_groups/create', {
      name: 'crew',
      description: '',
      members: [],
    })
    expectSuccess(await invite(bob, { group_ids: [group_id] }))
    expectError(await invite(alice, { group_ids: [group_id] }), 400, {
      msg: 'Insufficient permission',
    })
    for (const id of [systemGroups.administrators.id, 987_654]) {
      expectError(await invite(realm.owner, { group_ids: [id] }), 400)
    }
  })

  it('are limited to one for each address', async () => {
    const email = address()
    const of = async () => (await listed(admin)).filter((each) => each.email === email)
    expectSuccess(await invite(alice, { invitee_emails: email }))
    expectSuccess(await invite(alice, { invitee_emails: email.toUpperCase() }))
    expect(
      (await listed(admin)).filter((each) => each.email?.toLowerCase() === email),
    ).toHaveLength(1)
    expectError(await invite(bob, { invitee_emails: email }), 400, {
      code: 'INVITATION_FAILED',
      msg: "We weren't able to invite anyone.",
      errors: [[email, 'Already invited by somebody else.', false]],
    })
    const other = address()
    const half = await invite(bob, { invitee_emails: `${email},${other}` })
    expectError(half, 400)
    expect(half.body).toMatchObject({ invitations: [{ email: other }] })
    expectSuccess(await invite(admin, { invitee_emails: email, invite_as: roles.administrator }))
    expect(await of()).toMatchObject([{ invited_by_user_id: admin.id }])
    // An invitation of an owner is for owners to replace.
    expectSuccess(await invite(realm.owner, { invitee_emails: email, invite_as: roles.owner }))
    expectError(await invite(admin, { invitee_emails: email }), 400, { code: 'INVITATION_FAILED' })
    // At the same moment as well.
    const twice = address()
    await Promise.all([1, 2, 3].map(() => invite(bob, { invitee_emails: twice })))
    expect((await listed(bob)).filter((each) => each.email === twice)).toHaveLength(1)
  })

  it('say of each address why it is not invited', async () => {
    const say = (emails: string) => invite(alice, { invitee_emails: emails })
    expectError(await say(' , \n'), 400, {
      code: 'BAD_REQUEST',
      msg: 'You must specify at least one email address.',
    })
    const before = await listed(alice)
    expectError(
      await say('bob@parley.test, new@parley.test, nobody, notification-bot@zulip.com'),
      400,
      {
        code: 'INVITATION_FAILED',
        msg: "Some emails did not validate, so we didn't send any invitations.",
        errors: [
          ['nobody', 'Invalid address.', false],
          ['notification-bot@zulip.com', 'Reserved for system bots.', false],
          ['bob@parley.test', 'Already has an account.', false],
        ],
        sent_invitations: false,
        daily_limit_reached: false,
        license_limit_reached: false,
        invitations: [],
      },
    )
    const gone = await realm.user('gone')
    expectSuccess(await realm.owner.delete(`/users/${gone.id}`))
    const known = [
      ['BOB@parley.test', 'Already has an account.', false],
      ['gone@parley.test', 'Account has been deactivated.', true],
    ]
    expectError(await say('BOB@parley.test, gone@parley.test'), 400, {
      code: 'INVITATION_FAILED',
      msg: "We weren't able to invite anyone.",
      errors: known,
      sent_invitations: false,
    })
    expect(await listed(alice)).toEqual(before)
    const partly = await say('BOB@parley.test, gone@parley.test, fresh@parley.test')
    expectError(partly, 400, {
      code: 'INVITATION_FAILED',
      errors: known,
      sent_invitations: true,
    })
    expect(partly.body).toMatchObject({ invitations: [{ email: 'fresh@parley.test' }] })
    expect(await newest(alice)).toMatchObject({ email: 'fresh@parley.test' })
  })

  it('enforce the domains of the organization', async () => {
    expectSuccess(await realm.owner.post('/realm/domains', { domain: 'parley.test' }))
    await choose({ emails_restricted_to_domains: true, disallow_disposable_email_addresses: true })
    expectError(await invite(alice, { invitee_emails: 'a@x.test,b+c@parley.test' }), 400, {
      errors: [
        ['a@x.test', 'Outside your domain.', false],
        ['b+c@parley.test', 'Email addresses containing + are not allowed.', false],
      ],
    })
    await choose({ emails_restricted_to_domains: false })
    expectError(await invite(alice, { invitee_emails: 'a@mailinator.com' }), 400, {
      errors: [['a@mailinator.com', 'Please use your real email address.', false]],
    })
    await choose({ disallow_disposable_email_addresses: false })
  })

  it('end with their creator’s account, and with the right to invite', async () => {
    const eve = await realm.user('eve', 'administrator')
    expectSuccess(await makeLink(eve, { invite_as: roles.administrator }))
    expectSuccess(await makeLink(eve, { invite_as: roles.member }))
    const setRole = async (role: number) =>
      expectSuccess(await realm.owner.patch(`/users/${eve.id}`, { role }))
    await setRole(roles.moderator)
    expect((await listed(eve)).map(({ invited_as }) => invited_as)).toEqual([roles.member])
    await setRole(roles.guest)
    await setRole(roles.member)
    expect(await listed(eve)).toEqual([])
    await chooseGroup('create_multiuse_invite_group', systemGroups.members.id)
    expectSuccess(await makeLink(eve))
    expectSuccess(await invite(eve))
    expectSuccess(await realm.owner.delete(`/users/${eve.id}`))
    expect((await listed(admin)).filter((each) => each.invited_by_user_id === eve.id)).toEqual([])
  })
})
