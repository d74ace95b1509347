import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { integrations } from '../../../src/server/api/integrations'
import type { WebhookMessage } from '../../../src/server/api/integrations/declare/integration'
import { presets } from '../../../src/server/api/integrations/presets'
import { ApiError } from '../../../src/server/lib/api-error'
import { deliverAll, refusalOf } from './deliver'

/* Source: docs/protocol/webhooks.md#templates. */

interface Fixture {
  headers?: Record<string, string>
  query?: Record<string, string>
  body: object
  messages: WebhookMessage[]
}

const folder = join(__dirname, '../../fixtures/presets')
const fixtures = presets.flatMap(({ name }) =>
  readdirSync(join(folder, name)).map((file): [string, string, Fixture] => {
    const text = readFileSync(join(folder, name, file), 'utf8')
    return [name, file.replace('.json', ''), JSON.parse(text) as Fixture]
  }),
)

const deliverFixture = (name: string, { body, headers, query }: Fixture) =>
  deliverAll(name, JSON.stringify(body), { ...(headers && { headers }), ...(query && { query }) })

/** Paths of the members of a value, with their names. */
function* pathsIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) yield* pathsIn(member, [...path, key])
}

describe('The integrations that are data', () => {
  it('are listed among all, and have a folder of payloads each', () => {
    expect(integrations).toEqual(expect.arrayContaining([...presets]))
    expect(readdirSync(folder).sort()).toEqual(presets.map(({ name }) => name).sort())
  })

  it.each(presets.map((preset) => [preset.name, preset] as const))(
    'have three payloads of %s, or one for each event, and steps',
    (name, { steps = [], eventTypes }) => {
      const enough = Math.min(3, eventTypes?.length ?? 0)
      expect(fixtures.filter(([of]) => of === name).length).toBeGreaterThanOrEqual(enough)
      expect(steps.length).toBeGreaterThan(1)
    },
  )

  it.each(fixtures)('make the messages of %s for %s', (name, _event, given) => {
    expect(deliverFixture(name, given)).toEqual(given.messages)
  })

  it.each(fixtures)(
    'refuse or show what is left of %s when %s lacks a member',
    (name, _, given) => {
      for (const path of pathsIn(given.body)) {
        for (const value of [
          undefined,
          null,
          {},
          [[]],
          1e300,
          '@**all** [x](y) `',
          'x'.repeat(20_000),
        ]) {
          const body = structuredClone(given.body)
          const parent = path.slice(0, -1).reduce<object>((node, key) => node[key as never], body)
          Object.assign(parent, { [path.at(-1) ?? '']: value })
          try {
            for (const { topic, content } of deliverFixture(name, { ...given, body })) {
              expect(topic.length).toBeLessThanOrEqual(120)
              // Code mentions nobody.
              expect(content.replace(/(`{3,})[^]*?\1/g, '')).not.toContain('@**all**')
            }
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError)
          }
        }
      }
    },
  )

  it('name an event that they do not know', () => {
    const body = JSON.stringify({ eventType: 'Party' })
    expect(refusalOf(() => deliverAll('sonarr', body))).toMatchObject({
      ...{ code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE', event_type: 'Party', webhook_name: 'Sonarr' },
    })
    expect(refusalOf(() => deliverAll('netlify', '{}'))).toMatchObject({
      code: 'MISSING_HTTP_EVENT_HEADER',
    })
  })
})
