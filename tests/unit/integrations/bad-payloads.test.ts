import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { integrations } from '../../../src/server/api/integrations'
import { ApiError } from '../../../src/server/lib/api-error'
import { sampled, sampleOf } from '../../support/sample'
import { deliverAll, fixture } from './deliver'

/**
 * Each run tries a share of all places in fixtures and all wrong values. `TEST_SEED=… npx jest bad-payloads`
 * repeats a run by the seed in its titles; TEST_ALL=1 tries all of them.
 */
const share = 1 / 8

const folders = join(__dirname, '../../fixtures/integrations')
const folderOf = (name: string) => name.replaceAll('_', '-')

/** Header with the kind of event, for systems that send one. */
function headersFor(folder: string, file: string, payload: unknown): Record<string, string> {
  const { object_kind: kind = '' } = payload as { object_kind?: string }
  const words = kind.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return folder === 'gitlab'
    ? { 'x-gitlab-event': `${words.join(' ')} Hook` }
    : { 'x-github-event': file.split('-')[0] ?? '' }
}

type Path = readonly (string | number)[]

/** Paths of all values in a payload; the first item of a list stands for all. */
function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  const members = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value)
  for (const [key, member] of members) yield* pathsIn(member, [...path, key])
}

/** A copy with another value at one path; undefined removes the value. */
function withValue(payload: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(payload)
  const parent = path.slice(0, -1).reduce((node, key) => (node as never)[key], copy) as object
  const key = path.at(-1) as string
  if (value === undefined) delete (parent as Record<string, unknown>)[key]
  else (parent as Record<string, unknown>)[key] = value
  return copy
}

const replacements = [
  undefined,
  null,
  true,
  -1,
  1e300,
  '',
  'x'.repeat(20_000),
  '\ud800',
  [null],
  {},
]

/** Members that only decorate a message: people and addresses. */
const decorations = /^(sender|pusher|user|user_name|actor|full_name|compare|homepage|.*url)$/

/** A copy without the members whose names match. */
function without(value: unknown, names: RegExp): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !names.test(name))
  return Object.fromEntries(members.map(([name, member]) => [name, without(member, names)]))
}

// Integrations that are data have a test of their own.
const coded = integrations.filter(({ steps }) => steps === undefined)

describe.each(coded.map(({ name }) => [name] as const))('%s', (name) => {
  const files = readdirSync(join(folders, folderOf(name))).map((file) => file.replace('.json', ''))

  it.each(files)(sampled('reads or refuses any value at any place in %s'), (file) => {
    const payload: unknown = JSON.parse(fixture(`${folderOf(name)}/${file}`))
    const headers = headersFor(folderOf(name), file, payload)
    const faults: string[] = []
    const damages = [...pathsIn(payload)].flatMap((path) =>
      replacements.map((replacement) => ({ path, replacement })),
    )
    for (const { path, replacement } of sampleOf(damages, { share, name: `${name} ${file}` })) {
      const fault = faultOf(() =>
        deliverAll(name, JSON.stringify(withValue(payload, path, replacement)), { headers }),
      )
      if (fault !== undefined) {
        faults.push(`${path.join('.')} = ${JSON.stringify(replacement)?.slice(0, 40)}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })
})

describe.each(['github', 'gitlab'])('%s', (name) => {
  const files = readdirSync(join(folders, name)).map((file) => file.replace('.json', ''))

  it.each(files)('makes the message of %s without members that only decorate', (file) => {
    const payload: unknown = JSON.parse(fixture(`${name}/${file}`))
    const headers = headersFor(name, file, payload)
    const [whole] = deliverAll(name, JSON.stringify(payload), { headers })
    const [plain] = deliverAll(name, JSON.stringify(without(payload, decorations)), { headers })
    expect(plain?.topic).toBe(whole?.topic)
    expect(plain?.content ?? '').not.toMatch(/undefined|null| {2}/)
  })
})

/** Undefined if a payload is read or refused as a client error; else the error, which would become a 500. */
function faultOf(action: () => unknown): string | undefined {
  try {
    action()
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    return String(error)
  }
}
