import { endpoints } from '../../src/server/start/endpoints'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { expectSuccess } from '../support/expectations'
import {
  markSamples,
  plantSecrets,
  publicWords,
  secretsIn,
  wordOf,
} from '../support/marked-secrets'
import type { Person, Queue } from '../support/person'
import { callWith, encodeAll } from '../support/raw-call'
import { sampled, sampleOf } from '../support/sample'
import { sampleCall } from '../support/sample-calls'
import { useTestServer } from '../support/test-server'
import type { TestServer } from '../support/test-server'

/** A caller who may not read some secrets of an organization. */
interface Caller {
  who: string
  /** Undefined: nobody. */
  person: Person | undefined
  /** The organization that is called. */
  at: TestServer
  /** Whether an answer may have a secret with this word. */
  mayRead: (word: string) => boolean
}

/** Calls that end the caller, the caller's key or the caller's organization. */
const endings = [
  ...['POST /api/v1/realm/deactivate', 'DELETE /api/v1/users/me'],
  'POST /api/v1/users/me/api_key/regenerate',
]

const named = endpoints
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
  .filter(([name]) => !endings.includes(name))

/** Words of the names of sample calls that limited guests may know. */
const knownToGuests = /^(group|newgroup|party|ticket|task|food|folder|acme|social|place to be )$/

describe('the secrets of an organization', () => {
  const server = useTestServer()
  let vault: TestServer
  let keys: string[]
  let callers: Caller[]
  let queues: { person: Person; queue: Queue }[]
  /** Secrets that were arguments of calls, which answers and events may repeat. */
  const given = new Set<string>()

  beforeAll(async () => {
    vault = await server.realm('vault')
    const guest = await vault.user('gwen', 'guest')
    const { subscriptions } = await guest.call('GET /users/me/subscriptions')
    const names = subscriptions.map(({ name }) => name)
    expectSuccess(await guest.delete('/users/me/subscriptions', { subscriptions: names }))
    await vault.changeRealm({ settings: { can_access_all_users_group: systemGroups.members.id } })
    keys = await plantSecrets(vault)
    markSamples()

    const [member] = await server.users('member')
    const nothing = () => false
    const strangers = [
      server.owner,
      member,
      await server.user('otherguest', 'guest'),
      await server.bot(member, 'helper'),
    ]
    callers = [
      ...strangers.flatMap((person) => [
        { who: `${person.fullName} of another organization`, person, at: server, mayRead: nothing },
        {
          who: `${person.fullName} of another one, at its address`,
          person: person.atHost(vault.host),
          at: vault,
          mayRead: nothing,
        },
      ]),
      { who: 'nobody, at another organization', person: undefined, at: server, mayRead: nothing },
      { who: 'nobody', person: undefined, at: vault, mayRead: nothing },
      {
        who: 'a limited guest',
        person: guest,
        at: vault,
        mayRead: (word) => word !== 'person' && (publicWords.has(word) || knownToGuests.test(word)),
      },
    ]
    queues = await Promise.all(
      strangers.map(async (person) => ({ person, queue: await person.register() })),
    )
  })

  it.each(named)(sampled('are absent from the answer to %s'), async (name, endpoint) => {
    const faults: string[] = []
    for (const caller of sampleOf(callersOf(endpoint), { share: 1 / 8, name })) {
      const { found, status } = await call(endpoint, caller)
      for (const text of found) faults.push(`${caller.who} reads ${text} (${status})`)
    }
    expect(faults).toEqual([])
  })

  it('are absent from events of another organization', async () => {
    for (const { person, queue } of queues) {
      const answer = await person.get('/events', { ...queue, dont_block: true })
      expectSuccess(answer)
      expect([...secretsIn(answer.text)].filter((each) => !given.has(each))).toEqual([])
    }
  })

  /** The key of a link is a credential of its organization, whoever uses it there. */
  function callersOf({ auth, params, path }: Endpoint): Caller[] {
    const isByLink = auth === 'none' && ('key' in params || path.includes('{key}'))
    return isByLink ? callers.filter(({ at }) => at !== vault) : callers
  }

  /** Calls an endpoint with ids of the organization, and searches the answer for what the caller may not read. */
  async function call(
    endpoint: Endpoint,
    { person, at, mayRead }: Caller,
  ): Promise<{ found: string[]; status: number }> {
    const { caller: _maker, args, ...rest } = await sampleCall(vault, endpoint)
    const isHook = endpoint.auth === 'webhook'
    const own = isHook && person ? { ...args, api_key: person.apiKey } : args
    const { status, text, headers } = await callWith(
      at,
      endpoint,
      { ...rest, args: own, ...(person && { caller: person }) },
      encodeAll(own),
    )
    const said = `${text} ${JSON.stringify(headers)}`
    for (const each of secretsIn(JSON.stringify([own, rest]))) given.add(each)
    const found = [...secretsIn(said)].filter((each) => !given.has(each) && !mayRead(wordOf(each)))
    const shownKeys = keys.filter((key) => said.includes(key))
    return { found: [...found, ...shownKeys], status }
  }
})
