import { endpoints } from '../../../src/server/start/endpoints'
import { pathParamNames } from '../../../src/server/http/declare/endpoint'
import type { Endpoint } from '../../../src/server/http/declare/endpoint'
import { stateKeys } from '../../../src/server/chat/queues/register/state'
import { events } from './events'
import { ofEvents, ofOperations, ofRegisterKeys, onlyRefused } from './judgments'
import type { Judgment } from './judgments'
import { operations } from './operations'
import type { Operation } from './operations'
import { listPublishedEvents } from './published-events'
import { registerKeys } from './register-keys'

/** Parley's support of an item of the level; undefined: not judged yet. */
type Verdict = { readonly status: 'built' } | Judgment | undefined

export interface Covered {
  readonly name: string
  readonly verdict: Verdict
}

interface CoveredOperation extends Covered {
  readonly args: readonly Covered[]
}

export interface Coverage {
  readonly operations: readonly CoveredOperation[]
  readonly events: readonly Covered[]
  readonly registerKeys: readonly (Covered & { readonly fetchType: string })[]
}

const built = { status: 'built' } as const

/** Compares all items of the level with Parley's declarations. */
export function readCoverage(): Coverage {
  const published = listPublishedEvents()
  return {
    operations: operations.map(coverOperation),
    events: events.map((name) => ({
      name,
      verdict: published.has(name) ? built : ofEvents[name],
    })),
    registerKeys: registerKeys.flatMap(({ fetchType, keys }) =>
      keys.map((name) => ({
        name,
        fetchType,
        verdict: name in stateKeys ? built : ofRegisterKeys[name],
      })),
    ),
  }
}

/** Judgments of items that are built meanwhile; these must be deleted. */
export function listStaleJudgments(coverage: Coverage): string[] {
  const missing = new Set(
    [
      ...coverage.operations.flatMap(({ name, args, verdict }) => [
        { name, verdict },
        ...args.map((arg) => ({ name: `${name} ${arg.name}`, verdict: arg.verdict })),
      ]),
      ...coverage.events,
      ...coverage.registerKeys,
    ]
      .filter(({ verdict }) => verdict?.status !== 'built')
      .map(({ name }) => name),
  )
  const judged = [ofOperations, ofEvents, ofRegisterKeys].flatMap((each) => Object.keys(each))
  return judged.filter((name) => !missing.has(name))
}

function coverOperation({ name, args }: Operation): CoveredOperation {
  const found = endpoints.filter((endpoint) => answers(endpoint, name))
  const isBuilt = found.length > 0 && !(name in onlyRefused)
  const verdict = isBuilt ? built : (onlyRefused[name] ?? ofOperations[name])
  return { name, verdict, args: args.map((arg) => ({ name: arg, verdict: coverArgument(arg) })) }

  function coverArgument(arg: string): Verdict {
    if (!isBuilt) return verdict
    if (found.some((endpoint) => takes(endpoint, arg))) return built
    return ofOperations[`${name} ${arg}`]
  }
}

function takes(endpoint: Endpoint, arg: string): boolean {
  return Object.entries(endpoint.params).some(
    ([name, { aliases }]) => name === arg || aliases.includes(arg),
  )
}

/** Whether an endpoint implements an operation, whatever the names of the path's variables. */
function answers(endpoint: Endpoint, operation: string): boolean {
  const [method, path = ''] = operation.split(' ')
  const own = endpoint.path.replace(/^\/api\/v1/, '')
  return endpoint.method === method && shapeOf(own) === shapeOf(path)
}

/** A path with every name in braces as `{}`; Parley serves files below a folder of their own. */
function shapeOf(path: string): string {
  return pathParamNames(path)
    .reduce((shape, name) => shape.replace(`{${name}}`, '{}'), path)
    .replace(/^\/user_uploads\/{}\/{}\/{}$/, '/user_uploads/{}/{}')
}
