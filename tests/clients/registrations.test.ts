import { anyValue, asRecord, maybe, present, shapedLike } from '../support/checked'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'
import { mobile, reactNative, terminal } from './clients'
import { nodeHabits, pythonBindings } from './habits'
import { foundOrganization } from './organization'
import type { Organization } from './organization'
import { Program } from './program'
import { expectToConform } from './schemas/conform'
import { mobilePresences } from './schemas/mobile-register'
import { legacyPresences } from './schemas/terminal'

type State = Record<string, unknown>

/**
 * A key with two shapes has the one that the client declares.
 * Sources: docs/protocol/decided-conflicts.md#declared-shape,
 * docs/protocol/register.md#capabilities.
 */
describe('a registration', () => {
  const server = useTestServer({ limits: 'default' })
  let org: Organization

  beforeAll(async () => {
    org = await foundOrganization(server)
  })

  const register = (args: Arguments = {}, person: Person = org.ann): Promise<State> =>
    new Program(person, pythonBindings).succeed('POST', '/register', args)

  it('gets the whole state without arguments, in the older shape', async () => {
    const state = await register()
    for (const client of [terminal, reactNative]) {
      // The first client does not ask for subscribers, which the second requires.
      const { subscriptions: _subscriptions, ...others } = asRecord(client.state.properties)
      const shape = { ...client.state, properties: others }
      expectToConform(shape, state, client.habits.userAgent)
    }
    expect(state).toHaveProperty('twenty_four_hour_time')
    expect(state).toHaveProperty('enable_sounds')
  })

  it('gets the whole state with the text null as event types', async () => {
    const node = new Program(org.ann, nodeHabits)
    const state = await node.succeed('POST', '/register', { event_types: 'null' })
    expect(Object.keys(state).toSorted()).toEqual(Object.keys(await register()).toSorted())
  })

  it('gets only a queue with empty fetch types', async () => {
    expect(Object.keys(await register({ fetch_event_types: [] })).toSorted()).toEqual(
      [
        ...['result', 'msg', 'queue_id', 'last_event_id'],
        ...['zulip_version', 'zulip_feature_level', 'zulip_merge_base'],
      ].toSorted(),
    )
  })

  it.each([
    [true, mobilePresences],
    [false, legacyPresences],
    [undefined, legacyPresences],
  ])('gets presence by id or by email with slim_presence %s', async (slim_presence, shape) => {
    const { presences } = await register({ slim_presence, fetch_event_types: ['presence'] })
    expectToConform(shape, presences)
    expect(Object.keys(asRecord(presences))).toContain(
      slim_presence ? String(org.bob.id) : org.bob.email,
    )
  })

  it.each([
    [true, 'ids'],
    ['partial', 'ids'],
    [false, undefined],
    [undefined, undefined],
  ])(
    'gets subscribers according to include_subscribers %s: %s',
    async (include_subscribers, shape) => {
      const args = { include_subscribers, fetch_event_types: ['subscription'] }
      const { subscriptions } = await register(args)
      const { subscribers } = present(
        shapedLike(subscriptions, [{ name: '', subscribers: maybe(anyValue) }]).find(
          ({ name }) => name === 'design',
        ),
      )
      if (shape) expect(subscribers).toEqual(expect.arrayContaining([org.ann.id, org.bob.id]))
      else expect(subscribers).toBeUndefined()
    },
  )

  it('gets muted topics in the declared forms', async () => {
    const formsOf = async (...fetch_event_types: string[]) =>
      Object.keys(await register({ fetch_event_types })).filter((key) => /_topics$/.test(key))
    expect(await formsOf('muted_topics')).toEqual(['muted_topics'])
    expect(await formsOf('user_topic')).toEqual(['user_topics'])
    expect((await formsOf('muted_topics', 'user_topic')).toSorted()).toEqual([
      ...['muted_topics', 'user_topics'],
    ])
  })

  it('lives for days without a poll if it is of the mobile app', async () => {
    const { queue_id } = await register(mobile.registration)
    expect(queue_id).toEqual(expect.any(String))
  })
})
