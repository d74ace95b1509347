import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientCapabilities } from '../../src/shared/events'
import { serverVersion } from '../../src/server/wire/server-version'
import type { OpenApiDocument } from '../../src/server/http/openapi/types'
import { asRecords, present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const page = readFileSync(join(__dirname, '../../docs/protocol/levels.md'), 'utf8')
const rows = [...page.matchAll(/^\| ([\d–]+) \|[^|]*\| ([^|]+) \|([^|]*)\|$/gm)].map(
  ([, levels = '', state = '', claims = '']) => ({
    levels,
    state,
    claims: [...claims.matchAll(/`([^`]+)`/g)].map(([, claim]) => present(claim, 'claim')),
  }),
)
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

describe('the table of feature levels', () => {
  it('has each level up to the announced one, as built, refused, or of no concern here', () => {
    const told = rows.flatMap(({ levels }) => {
      const [first = 0, last = first] = levels.split('–').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
    const announced = serverVersion.zulip_feature_level
    const after371 = Array.from({ length: announced - 371 }, (_, index) => 372 + index)
    expect(told).toEqual([347, 370, ...after371])
    const states = new Set(rows.map(({ state }) => state))
    expect([...states].sort()).toEqual(['not for us', 'refused', 'yes'])
  })

  it('names only features of the running server', async () => {
    const [registered, listed, answer] = await Promise.all([
      server.owner.post('/register', { include_subscribers: 'partial' }),
      server.owner.get('/streams'),
      server.call('get', '/openapi.json'),
    ])
    const state = expectSuccess(registered)
    const [channel] = asRecords(expectSuccess(listed)['streams'])
    const { paths } = answer.body as OpenApiDocument
    const has: Record<string, (name: string) => boolean> = {
      register: (key) => key in state,
      channel: (key) => key in (channel ?? {}),
      capability: (name) => clientCapabilities.some((known) => known === name),
    }
    const isThere = (claim: string): boolean => {
      const [kind = '', name = '', argument] = claim.split(' ')
      if (!methods.includes(kind)) return has[kind]?.(name) ?? false
      const path = paths[`/api/v1${name}`] as Record<string, unknown> | undefined
      const operation = path?.[kind.toLowerCase()]
      return (
        operation !== undefined &&
        (argument === undefined || JSON.stringify(operation).includes(`"${argument}"`))
      )
    }
    const claims = rows.flatMap((row) => row.claims)
    expect(claims.length).toBeGreaterThan(60)
    expect(claims.filter((claim) => !isThere(claim))).toEqual([])
  })
})
