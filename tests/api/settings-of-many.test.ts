import { asRecord } from '../support/checked'
import { countStatements } from '../support/count-statements'
import { expectError, expectSuccess } from '../support/expectations'
import { settingsOfOwner } from '../../src/shared/rules/own-settings'
import { useOwnServer } from '../support/own-server'
import { eventsOf } from '../support/person'
import type { Person } from '../support/person'

const server = useOwnServer()

/** Settings with events of every kind: of columns, of drafts, of times without pushes and of inheriting subscriptions. */
const chosen = {
  default_language: 'de',
  dnd_until: 4_000_000_000,
  enable_drafts_synchronization: false,
  enable_stream_desktop_notifications: true,
  timezone: 'Europe/Berlin',
}

describe('PATCH /settings with target_users', () => {
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `mia${from + index}`)

  it('changes the settings of many people with as many statements as of two', async () => {
    const people: Person[] = []
    for (const name of names(0, 12)) people.push(await server.user(name))
    await server.stream('all', { subscribers: people })
    await people[3]?.call('POST /bots', { full_name: 'Helper', short_name: 'helper' })
    const change = async (targets: readonly Person[]) => {
      const target_users = { user_ids: targets.map(({ id }) => id) }
      return countStatements(async () => {
        expectSuccess(await server.owner.patch('/settings', { ...chosen, target_users }))
      })
    }
    const ofTwo = await change(people.slice(0, 2))
    const ofTen = await change(people.slice(2))
    // Some statements are of the server itself, but eight people more would take at least eight.
    expect(ofTen).toBeLessThan(ofTwo + 5)
    for (const person of people) {
      const { user_settings: settings } = await person.register({
        fetch_event_types: ['user_settings'],
      })
      expect(settings).toMatchObject(chosen)
    }
  })

  it('tells each person, and leaves the values that the account has', async () => {
    const [ned, oda] = await server.users('ned', 'oda')
    expectSuccess(await ned.patch('/settings', { web_font_size_px: 18, emojiset: 'twitter' }))
    const neds = await ned.register({ event_types: ['user_settings'] })
    const odas = await oda.register({ event_types: ['user_settings'] })
    const target_users = { user_ids: [oda.id, ned.id] }
    const changes = { web_font_size_px: 18, timezone: 'Asia/Tokyo' }
    expectSuccess(await server.owner.patch('/settings', { ...changes, target_users }))
    expectSuccess(
      await server.owner.patch('/settings', { web_line_height_percent: 150, target_users }),
    )
    const told = async (person: Person, queue: typeof neds) => {
      const seen: string[] = []
      while (!seen.includes('web_line_height_percent')) {
        const events = await person.pollUntil(queue, 'user_settings')
        seen.push(...eventsOf(events, 'user_settings').map(({ property }) => property))
      }
      return seen
    }
    expect(await told(ned, neds)).toEqual(['timezone', 'web_line_height_percent'])
    const ofOda = await told(oda, odas)
    expect(ofOda.toSorted()).toEqual(['timezone', 'web_font_size_px', 'web_line_height_percent'])
    const state = await ned.register({ fetch_event_types: ['user_settings'] })
    expect(state['user_settings']).toMatchObject({ emojiset: 'twitter', timezone: 'Asia/Tokyo' })
  })

  it('changes no account if one value is wrong', async () => {
    const [pia, quinn] = await server.users('pia', 'quinn')
    const target_users = { user_ids: [pia.id, quinn.id] }
    const changes = { timezone: 'Mars/Olympus', enter_sends: false }
    expectError(await server.owner.patch('/settings', { ...changes, target_users }), 400)
    const state = await pia.register({ fetch_event_types: ['user_settings'] })
    expect(state['user_settings']).toMatchObject({ timezone: '', enter_sends: true })
  })

  it.each(settingsOfOwner)('leaves %s to the owner', async (name) => {
    const person = await server.user(`owner-of-${name.replaceAll('_', '-')}`)
    const settingOf = async (): Promise<unknown> => {
      const state = await person.register({ fetch_event_types: ['user_settings'] })
      return asRecord(state['user_settings'])[name]
    }
    const before = await settingOf()
    const change = { [name]: name === 'email_address_visibility' ? 3 : before !== true }
    const target_users = { user_ids: [person.id] }
    expectError(await server.owner.patch('/settings', { ...change, target_users }), 400, {
      msg: 'Cannot change this setting for other users.',
    })
    expect(await settingOf()).toBe(before)
    expectSuccess(await person.patch('/settings', change))
    expect(await settingOf()).toBe(change[name])
  })

  it('leaves an address hidden from administrators', async () => {
    const rosa = await server.user('rosa')
    expectSuccess(await rosa.patch('/settings', { email_address_visibility: 4 }))
    const target_users = { user_ids: [rosa.id] }
    expectError(
      await server.owner.patch('/settings', { email_address_visibility: 3, target_users }),
      400,
    )
    const { user } = await server.owner.call(`GET /users/{user_id}`, { user_id: rosa.id })
    expect(user).toMatchObject({ delivery_email: null })
  })
})
