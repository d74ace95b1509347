import { getActingOwner } from '../../src/server/chat/actions/realms/find-realm'
import { giveAddress } from '../../src/server/chat/actions/users/change-address'
import { roles } from '../../src/shared/rules/roles'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { browserAt, invitationOf, joined, keyOf, linkOf, tryToJoin } from '../support/joining'
import type { Arguments, Person } from '../support/person'
import { useOwnServer } from '../support/own-server'
import type { TestServer } from '../support/test-server'

const badLink = {
  code: 'INVALID_LINK',
  msg: 'This link is invalid, has expired, or was used already.',
}

describe('joining on a server without mail', () => {
  const server = useOwnServer()
  let realm: TestServer
  let admin: Person
  let alice: Person
  let count = 0

  beforeAll(async () => {
    realm = await server.realm('joining')
    admin = await realm.user('admin', 'administrator')
    alice = await realm.user('alice')
  })

  const address = () => `new${(count += 1)}@parley.test`
  const describeKey = (key: string, at: TestServer = realm) =>
    browserAt(at).post('/json/accounts/confirmation', { key })
  const lastMessageTo = async (person: Person) => {
    const page = shapedLike(
      expectSuccess(
        await person.get('/messages', {
          ...{ anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false },
          narrow: JSON.stringify([['is', 'dm']]),
        }),
      ),
      { messages: [{ content: '', sender_full_name: '' }] },
    )
    return page.messages
  }
  const subscriptionsOf = async (person: Person) => {
    const { subscriptions } = await person.call('GET /users/me/subscriptions')
    return subscriptions.map(({ name }) => name).sort()
  }

  it('is by a link any number of times, and each newcomer is logged in at once', async () => {
    const link = await linkOf(admin)
    expectSuccess(await describeKey(keyOf(link)))
    for (const name of ['Bo Derek', 'Cleo Patra']) {
      const email = address()
      const browser = browserAt(realm)
      const answer = expectSuccess(await tryToJoin(browser, link, { name, email }))
      expect(answer).toMatchObject({ email })
      expect(browser.setCookie).toMatch(/^sessionid=[\w-]{43}; .*HttpOnly; SameSite=Strict/)
      const me = expectSuccess(await browser.get('/json/users/me'))
      expect(me).toMatchObject({ full_name: name, delivery_email: email, role: roles.member })
      const twice = await tryToJoin(browserAt(realm), link, { name: 'Else', email })
      expectError(twice, 400, { var_name: 'email', msg: `Email '${email}' already in use` })
    }
  })

  it('leaves a typed address unconfirmed until an administrator changes it or a link sets a password', async () => {
    const isUnconfirmed = async ({ id }: Person) =>
      (
        await server.db
          .selectFrom('users')
          .select('is_address_unconfirmed')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).is_address_unconfirmed
    const dan = await joined(realm, await linkOf(admin), { name: 'Dan', email: address() })
    expect(await isUnconfirmed(dan)).toBe(true)
    const owner = await getActingOwner(server.ctx, 'joining')
    await giveAddress(server.ctx, owner, dan.id, address())
    expect(await isUnconfirmed(dan)).toBe(false)
    const invited = address()
    const eve = await joined(realm, await invitationOf(admin, invited), { name: 'Eve Invited' })
    expect(await isUnconfirmed(eve)).toBe(false)
  })

  it('is by an invitation once, with its role and streams', async () => {
    const hall = await realm.stream('hall', { subscribers: [alice] })
    const den = await realm.stream('den', { subscribers: [alice], inviteOnly: true })
    const { group_id } = await alice.call('POST /user_groups/create', {
      name: 'crew',
      description: '',
      members: [],
    })
    const email = address()
    const other = await invitationOf(alice, email)
    const link = await invitationOf(alice, email, {
      ...{ invite_as: roles.guest, stream_ids: [hall.id, den.id], group_ids: [group_id] },
    })
    expect(expectSuccess(await describeKey(keyOf(link)))).toMatchObject({
      ...{ email, needs_confirmation: false, invited_by: 'Alice', realm_name: 'Joining' },
      ...{ default_stream_groups: [], terms_url: null },
    })
    const queue = await admin.register({ event_types: ['invites_changed'] })
    const gus = await joined(realm, link, { name: 'Gus' })
    expect(gus.email).toBe(email)
    expect(await subscriptionsOf(gus)).toEqual(['den', 'hall'])
    expect(expectSuccess(await gus.get('/users/me'))).toMatchObject({ role: roles.guest })
    const groups = await admin.call('GET /user_groups')
    expect(groups.user_groups.find(({ id }) => id === group_id)?.members).toContain(gus.id)
    expect((await lastMessageTo(alice)).at(-1)).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: `@_**Gus|${gus.id}** accepted your invitation to join Joining!`,
    })
    expect((await lastMessageTo(gus))[0]).toMatchObject({ sender_full_name: 'Welcome Bot' })
    expect((await admin.pollUntil(queue, 'invites_changed')).length).toBe(1)
    for (const used of [link, other]) {
      expectError(await tryToJoin(browserAt(realm), used, { name: 'Again' }), 400, badLink)
      expectError(await describeKey(keyOf(used)), 400, badLink)
    }
    expect(expectSuccess(await admin.get('/invites'))['invites']).not.toContainEqual(
      expect.objectContaining({ email }),
    )
  })

  it('greets newcomers with the text of the invitation, of the organization, or none', async () => {
    const ofRealm = 'Coffee is on floor 2.'
    const setting = 'welcome_message_custom_text'
    expectSuccess(await realm.owner.patch('/realm', { [setting]: ofRealm }))
    const greetingsBy = async (inviter: Person, args: Arguments, name: string) => {
      const person = await joined(realm, await invitationOf(inviter, address(), args), { name })
      return (await lastMessageTo(person)).slice(1).map(({ content }) => content)
    }
    const own = 'Your desk is the *green* one.'
    expect(await greetingsBy(admin, { [setting]: own }, 'Fay')).toEqual([own])
    expect(await greetingsBy(admin, { [setting]: '' }, 'Guy')).toEqual([])
    expect(await greetingsBy(admin, { [setting]: 'null' }, 'Hal')).toEqual([ofRealm])
    // Members choose no text.
    expect(await greetingsBy(alice, { [setting]: own }, 'Ida')).toEqual([ofRealm])
    const link = await linkOf(admin, { [setting]: own })
    const person = await joined(realm, link, { name: 'Jo', email: address() })
    expect(await lastMessageTo(person)).toMatchObject([{}, { content: own }])
    expectSuccess(await realm.owner.patch('/realm', { [setting]: '' }))
  })

  it('subscribes to the default streams if the invitation says so', async () => {
    const plaza = await realm.stream('plaza', { subscribers: [admin] })
    expectSuccess(await admin.post('/default_streams', { stream_id: plaza.id }))
    const without = await joined(realm, await linkOf(admin), { name: 'Una', email: address() })
    expect(await subscriptionsOf(without)).toEqual([])
    const link = await linkOf(admin, { include_realm_default_subscriptions: true })
    const within = await joined(realm, link, { name: 'Dua', email: address() })
    expect(await subscriptionsOf(within)).toContain('plaza')
  })

  it('lets newcomers choose groups of default streams, but no guests', async () => {
    await realm.stream('films', { subscribers: [admin] })
    const social = { group_name: 'Social', description: 'After work', stream_names: ['films'] }
    expectSuccess(await admin.post('/default_stream_groups/create', social))
    const link = await linkOf(admin)
    const told = expectSuccess(await describeKey(keyOf(link)))
    const groups = shapedLike(told['default_stream_groups'], [{ id: 0, name: '' }])
    expect(groups).toMatchObject([{ name: 'Social', description: 'After work' }])
    const ids = groups.map(({ id }) => id)
    const fan = { name: 'Fan', email: address(), default_stream_groups: ids }
    expect(await subscriptionsOf(await joined(realm, link, fan))).toEqual(['films'])
    const wrong = { ...fan, name: 'Fun', email: address(), default_stream_groups: [987_654] }
    expectError(await tryToJoin(browserAt(realm), link, wrong), 400, {
      var_name: 'default_stream_groups',
    })
    const asGuest = await linkOf(admin, { invite_as: roles.guest })
    const visitor = { name: 'Visitor', email: address(), default_stream_groups: ids }
    expect(await subscriptionsOf(await joined(realm, asGuest, visitor))).toEqual([])
  })

  it('leads into no private stream that the inviter has left', async () => {
    const attic = await realm.stream('attic', { subscribers: [alice] })
    const cellar = await realm.stream('cellar', { subscribers: [alice] })
    const link = await invitationOf(alice, address(), { stream_ids: [attic.id, cellar.id] })
    for (const { id } of [attic, cellar]) {
      expectSuccess(await realm.owner.patch(`/streams/${id}`, { is_private: true }))
    }
    expectSuccess(await alice.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    expect(await subscriptionsOf(await joined(realm, link, { name: 'Late' }))).toEqual(['attic'])
  })

  it('leads into no group or stream that the inviter may no longer add to', async () => {
    const bea = await realm.user('bea')
    const yard = await realm.stream('yard', { subscribers: [alice, bea] })
    const { group_id } = await bea.call('POST /user_groups/create', {
      name: 'band',
      description: '',
      members: [],
    })
    const link = await invitationOf(bea, address(), {
      ...{ stream_ids: [yard.id], group_ids: [group_id] },
    })
    const another = await invitationOf(realm.owner, address(), { group_ids: [group_id] })
    const nobody = JSON.stringify({ new: systemGroups.nobody.id })
    const change = { can_manage_group: nobody, can_add_members_group: nobody }
    expectSuccess(await realm.owner.patch(`/user_groups/${group_id}`, change))
    const chosen = JSON.stringify({ new: systemGroups.administrators.id })
    expectSuccess(await admin.patch('/realm', { can_add_subscribers_group: chosen }))
    const late = await joined(realm, link, { name: 'Too late' })
    const inTime = await joined(realm, another, { name: 'In time' })
    const { members } = expectSuccess(await admin.get(`/user_groups/${group_id}/members`))
    expect(members).toEqual([inTime.id])
    expect(await subscriptionsOf(late)).toEqual([])
    const everybody = JSON.stringify({ new: systemGroups.members.id })
    expectSuccess(await admin.patch('/realm', { can_add_subscribers_group: everybody }))
  })

  it('announces newcomers if the organization wants that, and logs their inviters', async () => {
    const news = await realm.stream('news', { subscribers: [admin] })
    expectSuccess(await admin.patch('/realm', { signup_announcements_stream_id: news.id }))
    const { id } = await joined(realm, await linkOf(admin), { name: 'Zoe', email: address() })
    const narrow = JSON.stringify([['stream', 'news']])
    const page = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false, narrow }
    expect(expectSuccess(await admin.get('/messages', page))).toMatchObject({
      messages: [{ subject: 'signups', content: `@_**Zoe|${id}** joined this organization.` }],
    })
    const { entries } = await realm.owner.call('GET /audit_log', { act: 'user_created', limit: 1 })
    expect(entries[0]?.after).toMatchObject({ full_name: 'Zoe', invited_by: admin.id })
  })

  it('leaves the announcement of a newcomer read for the newcomer', async () => {
    const { stream_id } = await admin.call('GET /get_stream_id', { stream: 'announce' })
    expectSuccess(await admin.patch('/realm', { signup_announcements_stream_id: stream_id }))
    const person = await joined(realm, await linkOf(admin), { name: 'Ava', email: address() })
    for (const [reader, isRead] of [
      [person, true],
      [admin, false],
    ] as const) {
      const { messages } = await reader.call('GET /messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0 },
        narrow: [['stream', 'announce']],
      })
      expect(messages[0]?.subject).toBe('signups')
      expect(messages[0]?.flags.includes('read')).toBe(isRead)
    }
  })

  it.each([
    ['full_name', { name: 'x' }, 'Name too short!'],
    ['full_name', { name: '@bo' }, 'Invalid characters in name!'],
    ['password', { password: 'short' }, undefined],
    ['email', { email: 'nobody' }, 'Invalid address.'],
    ['email', { email: undefined }, 'Please give your address.'],
    ['timezone', { timezone: 'Mars/Phobos' }, "Invalid timezone 'Mars/Phobos'"],
  ])('says what is wrong with %s: %p', async (name, args, msg) => {
    const link = await linkOf(admin)
    const filled = { name: 'Fine Name', email: address(), ...args }
    const sent = Object.fromEntries(Object.entries(filled).filter(([, value]) => value)) as {
      name: string
    }
    expectError(await tryToJoin(browserAt(realm), link, sent), 400, {
      ...{ code: 'BAD_REQUEST', var_name: name },
      ...(msg !== undefined && { msg }),
    })
  })

  it('enforces the domains of the organization, also for earlier invitations', async () => {
    const link = await invitationOf(admin, 'early@other.test')
    expectSuccess(await realm.owner.post('/realm/domains', { domain: 'parley.test' }))
    expectSuccess(await realm.owner.patch('/realm', { emails_restricted_to_domains: true }))
    expectError(await tryToJoin(browserAt(realm), link, { name: 'Early' }), 400, {
      ...{ var_name: 'email', msg: 'Outside your domain.' },
    })
    expectSuccess(await realm.owner.delete('/realm/domains/parley.test'))
    await joined(realm, link, { name: 'Early' })
  })

  it('is refused in one way, whatever is wrong with the key', async () => {
    const revoked = await linkOf(admin)
    const { invites } = await admin.call('GET /invites')
    const id = invites.find((invite) => invite.is_multiuse && invite.link_url === revoked)?.id
    expectSuccess(await admin.delete(`/invites/multiuse/${id}`))
    const mallory = await realm.user('mallory', 'administrator')
    const ofGone = [await linkOf(mallory), await invitationOf(mallory, address())]
    expectSuccess(await realm.owner.delete(`/users/${mallory.id}`))
    const ended = [
      await linkOf(admin, { invite_expires_in_minutes: 1 }),
      await invitationOf(admin, address(), { invite_expires_in_minutes: 1 }),
    ]
    await server.db
      .updateTable('invitations')
      .set({ expires_at: new Date() })
      .where('expires_at', '<', new Date(Date.now() + 120_000))
      .execute()
    const elsewhere = await server.realm('elsewhere')
    const foreign = [await linkOf(elsewhere.owner), await invitationOf(elsewhere.owner, address())]
    const guessed = ['a'.repeat(24), 'A'.repeat(43), 'x', '%', '../..']
    const links = [revoked, ...ofGone, ...ended, ...foreign].map(keyOf)
    const answers = new Set<string>()
    for (const key of [...links, ...guessed]) {
      const described = await describeKey(key)
      expectError(described, 400, badLink)
      const wanted = { key, full_name: 'Eve', password: 'three purple tractors sing' }
      const tried = await browserAt(realm).post('/json/accounts/join', wanted)
      expectError(tried, 400, badLink)
      expect(tried.headers['set-cookie']).toBeUndefined()
      answers.add(described.text).add(tried.text)
    }
    expect(answers.size).toBe(1)
    for (const key of foreign.map(keyOf)) expectSuccess(await describeKey(key, elsewhere))
  })

  it('makes one account of an invitation that is used twice at the same moment', async () => {
    const link = await invitationOf(admin, address())
    const tries = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) => tryToJoin(browserAt(realm), link, { name })),
    )
    const [first, ...others] = tries.sort((a, b) => a.status - b.status)
    expect(first?.status).toBe(200)
    for (const other of others) expectError(other, 400, badLink)
  })

  it('gives no role that the inviter has lost the right to give', async () => {
    const eve = await realm.user('eve', 'administrator')
    const link = await linkOf(eve, { invite_as: roles.administrator })
    const invitation = await invitationOf(eve, address(), { invite_as: roles.moderator })
    const harmless = await linkOf(eve)
    expectSuccess(await realm.owner.patch(`/users/${eve.id}`, { role: roles.member }))
    for (const key of [link, invitation].map(keyOf))
      expectError(await describeKey(key), 400, badLink)
    expectSuccess(await describeKey(keyOf(harmless)))
  })

  it('needs an invitation, since no address can be confirmed', async () => {
    const register = (args: object) => browserAt(realm).post('/json/accounts/register', { ...args })
    expectError(await register({ email: 'a@parley.test' }), 400, {
      ...{ code: 'INVITATION_REQUIRED', msg: 'You need an invitation to join this organization.' },
    })
    expectError(await register({ email: 'a@parley.test', key: 'x' }), 400, badLink)
    expectError(await register({ email: 'a@parley.test', key: keyOf(await linkOf(admin)) }), 400, {
      msg: 'This server cannot confirm email addresses. Ask somebody for an invitation.',
    })
    expectError(await realm.owner.patch('/realm', { invite_required: false }), 400, {
      msg: 'People join by invitation only while this server sends no mail to confirm addresses.',
    })
    expectError(await admin.patch('/realm', { invite_required: true }), 400, {
      msg: 'Must be an organization owner',
    })
  })

  it('ends with the organization', async () => {
    const ending = await server.realm('ending')
    const link = await linkOf(ending.owner)
    expectSuccess(await ending.owner.post('/realm/deactivate'))
    expectError(await describeKey(keyOf(link), ending), 400, badLink)
  })

  it('has all newcomers as members', async () => {
    const groups = await admin.call('GET /user_groups')
    const members = groups.user_groups.find(({ id }) => id === systemGroups.members.id)?.members
    const { id } = await joined(realm, await linkOf(admin), { name: 'Last', email: address() })
    expect(members).not.toContain(id)
    const after = await admin.call('GET /user_groups')
    const now = after.user_groups.find(({ id }) => id === systemGroups.members.id)?.members
    expect(now).toContain(id)
  })
})

describe('joining with terms of service', () => {
  const server = useOwnServer({ settings: { TERMS_URL: 'https://parley.test/terms' } })

  it('needs them to be accepted', async () => {
    const link = await linkOf(server.owner)
    const browser = browserAt(server)
    const described = await browser.post('/json/accounts/confirmation', { key: keyOf(link) })
    expect(expectSuccess(described)).toMatchObject({ terms_url: 'https://parley.test/terms' })
    const filled = { name: 'Terence', email: 'terence@parley.test' }
    expectError(await tryToJoin(browser, link, filled), 400, { var_name: 'terms_accepted' })
    expectSuccess(await tryToJoin(browser, link, { ...filled, terms_accepted: true }))
  })
})
