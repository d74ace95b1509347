import { asNumber, asRecord } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

/** Sends a message that arrives after all earlier events. */
const finish = async (person: Person) => person.sendPrivately([person.id], 'That is all.')

describe('PATCH /settings', () => {
  it('changes settings of others for administrators, and keeps chosen values if asked to', async () => {
    const [ira, joe, kim] = await server.users('ira', 'joe', 'kim')
    const members = [joe.id, kim.id]
    const made = { name: 'readers', description: '', members }
    const created = expectSuccess(await server.owner.post('/user_groups/create', made))
    const group_ids = [asNumber(created['group_id'])]
    const settingsOf = async (person: Person) => {
      const state = await person.register({ fetch_event_types: ['user_settings'] })
      return asRecord(state['user_settings'])
    }
    const target_users = { user_ids: [ira.id], group_ids, skip_if_already_edited: true }
    expectSuccess(await kim.patch('/settings', { web_font_size_px: 20, web_home_view: 'recent' }))
    const queue = await joe.register({ event_types: ['user_settings'] })
    const chosen = { web_font_size_px: 18, web_home_view: 'recent_topics' }
    expectError(await ira.patch('/settings', { ...chosen, target_users }), 400)
    expectSuccess(await server.owner.patch('/settings', { ...chosen, target_users }))
    expect(await settingsOf(ira)).toMatchObject({ web_font_size_px: 18, web_home_view: 'recent' })
    expect(await settingsOf(kim)).toMatchObject({ web_font_size_px: 20 })
    expect(await settingsOf(server.owner)).toMatchObject({ web_font_size_px: 16 })
    expect(await joe.pollUntil(queue, 'user_settings')).toMatchObject([
      { property: 'web_home_view', value: 'recent' },
      { property: 'web_font_size_px', value: 18 },
    ])
    const ofKim = { user_ids: [kim.id] }
    expectSuccess(await server.owner.patch('/settings', { ...chosen, target_users: ofKim }))
    expect(await settingsOf(kim)).toMatchObject({ web_font_size_px: 18 })

    const refused = (changes: object) =>
      server.owner.patch('/settings', { target_users: ofKim, ...changes })
    expectError(await refused({ allow_private_data_export: true }), 400)
    expectError(await refused({ full_name: 'Kit' }), 400, {
      msg: 'Unsupported parameter combination: full_name, target_users',
    })
    const unknown = { user_ids: [1_000_000] }
    expectError(await refused({ enter_sends: false, target_users: unknown }), 400, {
      msg: 'Invalid user ID: 1000000',
    })
    expectError(
      await refused({ enter_sends: false, target_users: { group_ids: [1_000_000] } }),
      400,
    )
  })

  it('changes settings, and tells every client in the form that it reads', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const types = ['user_settings', 'update_display_settings', 'update_global_notifications']
    const event_types = [...types, 'message']
    const client_capabilities = { user_settings_object: true }
    const [older, newer, bobs] = await Promise.all([
      alice.register({ event_types }),
      alice.register({ event_types, client_capabilities }),
      bob.register({ event_types }),
    ])
    expectSuccess(
      await alice.patch('/settings', {
        twenty_four_hour_time: true,
        enable_sounds: 'False',
        emojiset: '"text"',
        color_scheme: 2,
        default_language: 'de',
        enter_sends: true,
      }),
    )
    await Promise.all([finish(alice), finish(bob)])

    const settings = (events: object[]) =>
      events.filter((event) => 'type' in event && event.type === 'user_settings')
    const seenByNewer = await alice.pollUntil(newer, 'message')
    const seenByOlder = await alice.pollUntil(older, 'message')
    expect(seenByNewer.slice(0, -1)).toMatchObject([
      { type: 'user_settings', op: 'update', property: 'color_scheme', value: 2 },
      { property: 'default_language', value: 'de', language_name: 'de' },
      { property: 'emojiset', value: 'text' },
      { property: 'twenty_four_hour_time', value: true },
      { property: 'enable_sounds', value: false },
      { property: 'clock_follows_language', value: false },
    ])
    expect(settings(seenByOlder)).toHaveLength(6)
    expect(seenByOlder).toContainEqual(
      expect.objectContaining({
        type: 'update_display_settings',
        user: 'alice@parley.test',
        setting_name: 'twenty_four_hour_time',
        setting: true,
      }),
    )
    expect(seenByOlder).toContainEqual(
      expect.objectContaining({
        type: 'update_global_notifications',
        user: 'alice@parley.test',
        notification_name: 'enable_sounds',
        setting: false,
      }),
    )
    expect(await bob.pollUntil(bobs, 'message')).toHaveLength(1)
  })

  it('keeps settings, and stores no value equal to the default', async () => {
    const [carol] = await server.users('carol')
    expectSuccess(await carol.patch('/settings/display', { night_mode: true, dense_mode: false }))
    expectSuccess(await carol.patch('/settings/notifications', { dense_mode: true }))
    const fetch_event_types = ['user_settings']
    expect(await carol.register({ fetch_event_types })).toMatchObject({
      night_mode: true,
      user_settings: { night_mode: true, dense_mode: true, twenty_four_hour_time: false },
    })
    const client_capabilities = { user_settings_object: true }
    const state = await carol.register({ fetch_event_types, client_capabilities })
    expect(state).not.toHaveProperty('night_mode')
    const row = await server.db
      .selectFrom('users')
      .select('settings')
      .where('id', '=', carol.id)
      .executeTakeFirstOrThrow()
    expect(row.settings).toEqual({ night_mode: true })
  })

  it('publishes no event for an unchanged value, and ignores unknown settings', async () => {
    const [dan] = await server.users('dan')
    const queue = await dan.register({ event_types: ['user_settings', 'message'] })
    expectSuccess(
      await dan.patch('/settings', { dense_mode: true, dnd_schedule: [], shoe_size: 44 }),
    )
    await finish(dan)
    expect(await dan.pollUntil(queue, 'message')).toHaveLength(1)
  })

  it.each([
    ['dense_mode', 'perhaps'],
    ['color_scheme', '4'],
    ['color_scheme', '"1"'],
    ['emojiset', 'runes'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+01:00'],
    ['default_language', 'not a language'],
  ])('refuses %s=%s and changes nothing', async (name, value) => {
    expectError(await server.owner.patch('/settings', { night_mode: true, [name]: value }), 400)
    const state = await server.owner.register({ fetch_event_types: ['user_settings'] })
    expect(state).toMatchObject({ night_mode: false })
  })

  it('lets the clock follow the language until somebody chooses one', async () => {
    const person = await server.user('dora')
    const clockOf = async () => {
      const client_capabilities = { user_settings_object: true }
      const fetch_event_types = ['user_settings']
      const state = await person.register({ fetch_event_types, client_capabilities })
      const settings = asRecord(state['user_settings'])
      return [settings['twenty_four_hour_time'], settings['clock_follows_language']]
    }
    const choose = async (settings: Record<string, unknown>) =>
      expectSuccess(await person.patch('/settings', settings))
    expect(await clockOf()).toEqual([false, true])

    const queue = await person.register({ event_types: ['user_settings'] })
    await choose({ default_language: 'de-AT' })
    expect(await person.pollUntil(queue, 'user_settings')).toMatchObject([
      { property: 'default_language', value: 'de-AT' },
      { property: 'twenty_four_hour_time', value: true },
    ])
    expect(await clockOf()).toEqual([true, true])

    // The clock that is shown already is a choice all the same.
    await choose({ twenty_four_hour_time: true })
    expect(await clockOf()).toEqual([true, false])
    await choose({ default_language: 'en' })
    expect(await clockOf()).toEqual([true, false])
    await choose({ default_language: 'de', twenty_four_hour_time: false })
    expect(await clockOf()).toEqual([false, false])
    await choose({ clock_follows_language: true })
    expect(await clockOf()).toEqual([true, true])
  })

  it('lets new accounts begin with a clock that the organization chose', async () => {
    const clockOf = async (person: Person) => {
      const state = await person.register({ fetch_event_types: ['user_settings'] })
      return asRecord(state['user_settings'])['twenty_four_hour_time']
    }
    const choose = async (settings: Record<string, unknown>) =>
      expectSuccess(await server.owner.patch('/realm/user_settings_defaults', settings))
    await choose({ twenty_four_hour_time: true })
    expect(await clockOf(await server.user('edda'))).toBe(true)
    await choose({ clock_follows_language: true })
    expect(await clockOf(await server.user('emil'))).toBe(false)
  })

  it('acts on the time zone and on emoticons', async () => {
    const [eve, fay] = await server.users('eve', 'fay')
    const queue = await fay.register({ event_types: ['realm_user'] })
    expectSuccess(
      await eve.patch('/settings', { timezone: 'Europe/Paris', translate_emoticons: true }),
    )
    expect(await fay.pollUntil(queue, 'realm_user')).toMatchObject([
      { op: 'update', person: { user_id: eve.id, timezone: 'Europe/Paris' } },
    ])
    const rendered = expectSuccess(await eve.post('/messages/render', { content: ':)' }))
    expect(rendered['rendered']).toContain('emoji')
  })
})

describe('PATCH /settings of the account itself', () => {
  it('changes the name, if the organization lets people do that', async () => {
    const [gil] = await server.users('gil')
    expectSuccess(await gil.patch('/settings', { full_name: 'Gil the Great' }))
    expect(expectSuccess(await gil.get('/users/me'))).toMatchObject({ full_name: 'Gil the Great' })
    expectError(await gil.patch('/settings', { full_name: 'G@l' }), 400, {
      msg: 'Invalid characters in name!',
    })
    expectSuccess(await server.owner.patch('/realm', { name_changes_disabled: true }))
    expectError(await gil.patch('/settings', { full_name: 'Gil' }), 400, {
      msg: 'Name changes are disabled in this organization.',
    })
    expectSuccess(await server.owner.patch('/settings', { full_name: 'The Owner' }))
    expectSuccess(await server.owner.patch('/realm', { name_changes_disabled: false }))
  })

  it('changes the password of a person who knows the old one', async () => {
    const [hal] = await server.users('hal')
    const change = (old_password: string, new_password: string) =>
      hal.patch('/settings', { old_password, new_password })
    expectError(await change('guess', 'a new password'), 400, { msg: 'Wrong password!' })
    expectError(await change('password of hal', 'short'), 400)
    await expect(server.logIn(hal.email, 'a new password')).rejects.toThrow()
    expectSuccess(await change('password of hal', 'a new password'))
    expect(await server.logIn(hal.email, 'a new password')).toMatchObject({ apiKey: hal.apiKey })
    await expect(server.logIn(hal.email, 'password of hal')).rejects.toThrow()
  })

  it('does not change the email', async () => {
    const [ida] = await server.users('ida')
    expectError(await ida.patch('/settings', { email: 'else@parley.test' }), 400, {
      msg: 'This server sends no mail: an owner of the organization can change your address.',
    })
    expectSuccess(await ida.patch('/settings', { email: ida.email }))
  })
})
