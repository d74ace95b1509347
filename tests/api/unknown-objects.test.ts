import { endpoints } from '../../src/server/start/endpoints'
import { pathParamNames } from '../../src/server/http/declare/endpoint'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { asList } from '../support/checked'
import type { Answer } from '../support/plain-call'
import { callWith, encodeAll } from '../support/raw-call'
import type { SampleCall } from '../support/sample-calls'
import { Trial } from '../support/trial'
import { nameOf, takingUnknown, twins, unknownObject } from '../support/unknown-objects'
import { useOwnServer } from '../support/own-server'

describe('an argument that names a missing object', () => {
  const server = useOwnServer({ settings: { HEARTBEAT_MS: '100' } })

  it.each(
    endpoints
      .filter((endpoint) => referencesOf(endpoint).length > 0)
      .map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const),
  )(
    '%s %s refuses the names of missing objects and changes nothing',
    async (_method, _path, endpoint) => {
      const trial = await Trial.begin(server, endpoint)
      const refused: string[] = []
      for (const { name, kind, value } of attemptsOn(endpoint, trial.call)) {
        const isTaken = Object.hasOwn(takingUnknown, `${nameOf(endpoint)} ${kind}`)
        await trial.attempt(`${kind}: ${value}`, isTaken, async (call) => {
          const answer = await nameUnknown(endpoint, call, name, value)
          if (isTaken && answer.status !== 200) refused.push(`${kind}, which need not be listed`)
          return answer
        })
      }
      expect([...trial.faults, ...refused]).toEqual([])
    },
  )

  function nameUnknown(
    endpoint: Endpoint,
    call: SampleCall,
    name: string,
    value: string,
  ): Promise<Answer> {
    const twin = twins.find((names) => names.includes(name)) ?? []
    const others = Object.entries(call.args).filter(([other]) => !twin.includes(other))
    const args = encodeAll({ ...Object.fromEntries(others), [name]: value })
    return callWith(server, endpoint, call, args)
  }
})

interface Attempt {
  name: string
  kind: string
  value: string
}

/** Each reference to an unknown object: alone, and in a list beside the known ones of the sample call. */
function attemptsOn(endpoint: Endpoint, { args }: SampleCall): Attempt[] {
  return referencesOf(endpoint).flatMap((name) => {
    const unknown = unknownObject(endpoint, name)
    const value = typeof unknown === 'string' ? unknown : JSON.stringify(unknown)
    const alone = { name, kind: name, value }
    const known = args[name]?.startsWith('[') ? asList(JSON.parse(args[name])) : []
    if (known.length === 0 || !Array.isArray(unknown)) return [alone]
    const both = JSON.stringify([...known, ...asList(unknown)])
    return [alone, { name, kind: `${name}, beside known ones`, value: both }]
  })
}

function referencesOf(endpoint: Endpoint): string[] {
  const names = [...new Set([...pathParamNames(endpoint.path), ...Object.keys(endpoint.params)])]
  return names.filter((name) => unknownObject(endpoint, name) !== undefined)
}
