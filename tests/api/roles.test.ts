import { endpoints } from '../../src/server/start/endpoints'
import { pathParamNames } from '../../src/server/http/declare/endpoint'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { present } from '../support/checked'
import type { Person } from '../support/person'
import { callWith, encodeAll } from '../support/raw-call'
import { statusesByRole } from '../support/role-table'
import { sampled, sampleOf } from '../support/sample'
import { sampleCall } from '../support/sample-calls'
import type { SampleCall } from '../support/sample-calls'
import { useTestServer } from '../support/test-server'
import type { TestServer } from '../support/test-server'

/** `PATCH /realm`; `GET files /avatar/{user_id}` for paths outside `/api/v1`. */
const nameOf = ({ method, path }: Endpoint) =>
  `${method} ${/^\/(api\/v1|json)\//.test(path) ? path.replace('/api/v1', '') : `files ${path}`}`

const named = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)

/**
 * A run has a share of the endpoints called by a moderator. `TEST_SEED=… npx jest roles` has those of a run called again,
 * with the seed that its titles name; with TEST_ALL=1 all are called.
 */
const byModerators = sampleOf(named, { share: 1 / 4, name: 'moderators' })

describe('the answer to each role', () => {
  const server = useTestServer()
  /** Undefined: nobody. In the order of the columns of the table. */
  let roles: (Person | undefined)[]
  let stranger: Person
  let moderator: Person | undefined
  beforeAll(async () => {
    const { owner } = await server.realm('elsewhere')
    stranger = owner.atHost(server.host)
    roles = [server.owner, ...(await others('usual'))]
  })

  /** All roles but an owner of the organization; the names distinguish casts. */
  async function others(cast: string, at: TestServer = server): Promise<(Person | undefined)[]> {
    const member = await at.user(`${cast}member`)
    // Keeps the bots when the member leaves.
    const keeper = await at.user(`${cast}keeper`)
    const leaver = await at.user(`${cast}leaver`)
    await at.owner.delete(`/users/${leaver.id}`)
    return [
      await at.user(`${cast}administrator`, 'administrator'),
      member,
      await at.user(`${cast}guest`, 'guest'),
      await at.bot(keeper, `${cast}helper`),
      await at.bot(keeper, `${cast}hook`, 2),
      leaver,
      stranger.atHost(at.host),
      undefined,
    ]
  }

  /** The call that deactivates the organization, so that no later call succeeds. */
  const ending = 'POST /realm/deactivate'

  /** Calls that change the caller's own account use another caller. */
  const ofTheirOwn: Readonly<Record<string, string>> = {
    'DELETE /users/me': 'leaving',
    'POST /users/me/api_key/regenerate': 'rekeyed',
  }

  async function castFor(name: string): Promise<(Person | undefined)[]> {
    if (name === ending) {
      const ended = await server.realm('ending')
      return [ended.owner, ...(await others('ending', ended))]
    }
    const cast = ofTheirOwn[name]
    if (cast === undefined) return roles
    const owner = await server.user(`${cast}owner`)
    await server.owner.patch(`/users/${owner.id}`, { role: 100 })
    return [owner, ...(await others(cast))]
  }

  it('Each endpoint has a row, and each row an endpoint', () => {
    expect(Object.keys(statusesByRole).sort()).toEqual(named.map(([name]) => name).sort())
  })

  it.each(named)('%s answers each role as its row says', async (name, endpoint) => {
    const statuses: number[] = []
    const cast = [...(await castFor(name)).entries()]
    // The owner comes last then.
    if (name === ending) cast.reverse()
    // Each caller needs a new sample if the call changes it.
    let call: SampleCall | undefined
    for (const [column, role] of cast) {
      call ??= await sampleCall(server, endpoint)
      const { status } = await callAs(role, endpoint, call)
      statuses[column] = status
      if (status === 200 && (call.isSpent || endpoint.method !== 'GET')) call = undefined
    }
    expect(statuses.join(' ')).toBe(statusesByRole[name])
  })

  it.each(byModerators)(sampled('%s answers a moderator as a member'), async (name, endpoint) => {
    if (name in ofTheirOwn) return
    moderator ??= await server.user('usualmoderator', 'moderator')
    const { status } = await callAs(moderator, endpoint, await sampleCall(server, endpoint))
    const [, , ofMembers] = present(statusesByRole[name]).split(' ')
    expect(status).toBe(Number(ofMembers))
  })

  function callAs(caller: Person | undefined, endpoint: Endpoint, call: SampleCall) {
    const { caller: _maker, args, ...rest } = call
    if (endpoint.auth !== 'webhook') {
      return callWith(
        server,
        endpoint,
        { ...rest, args, ...(caller && { caller }) },
        encodeAll(args),
      )
    }
    const { api_key: _key, ...others } = args
    const own = caller ? { ...others, api_key: caller.apiKey } : others
    return callWith(server, endpoint, { ...rest, args: own }, encodeAll(own))
  }
})

describe('records of another organization', () => {
  const server = useTestServer()
  let elsewhere: TestServer
  beforeAll(async () => {
    elsewhere = await server.realm('elsewhere')
  })

  it.each(named.filter(([, endpoint]) => endpoint.auth === 'basic' && takesReferences(endpoint)))(
    '%s finds none of them',
    async (_name, endpoint) => {
      const { args: theirs, ...call } = await sampleCall(elsewhere, endpoint)
      const names = Object.keys(theirs).filter(isReference)
      const nobodys = { ...theirs }
      for (const name of names) nobodys[name] = withoutReferent(theirs[name] ?? '')

      const ask = async (args: Record<string, string>): Promise<[number, string]> => {
        const own = { ...call, args, caller: server.owner }
        const { status, text } = await callWith(server, endpoint, own, encodeAll(args))
        // An answer may repeat its arguments.
        const repeated = names.map((name) => (args[name] ?? '').replaceAll(/[[\]]/g, ''))
        return [status, repeated.reduce((rest, reference) => rest.replaceAll(reference, '…'), text)]
      }
      if (names.length > 0) expect(await ask(theirs)).toEqual(await ask(nobodys))
    },
  )

  function takesReferences({ path, params }: Endpoint): boolean {
    return [...pathParamNames(path), ...Object.keys(params)].some(isReference)
  }

  /** Whether an argument names something that somebody made. */
  function isReference(name: string): boolean {
    return /^((stream|message|user|muted_user|bot|queue|user_group|filter|attachment|saved_snippet|draft)_id|msg_ids|ordered_linkifier_ids|messages|pointer|key)$/.test(
      name,
    )
  }

  /** An id, or a key, of the same form that nothing has. */
  function withoutReferent(text: string): string {
    return text.includes('-') || /[a-z]/i.test(text)
      ? reversed(text)
      : text.replaceAll(/\d+/g, '987654')
  }

  function reversed(text: string): string {
    return [...text].reverse().join('')
  }
})
