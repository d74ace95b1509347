import type { JsonSchema } from '../../src/server/http/openapi/types'
import { asRecord } from '../support/checked'
import type { Random } from '../support/random'
import { oddNumber, oddText, phrase } from './texts'

/** The used keywords of JSON Schema. */
interface Schema {
  type?: string
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema | true
  prefixItems?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  patternProperties?: Record<string, Schema>
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  examples?: readonly unknown[]
}

/** A value for a member by its name; undefined if the name has no meaning. */
export type ByName = (name: string) => unknown

/** A value that a schema allows, guided by the names of members. */
export function fittingValue(random: Random, given: JsonSchema, byName: ByName): unknown {
  const schema = given as Schema
  if ('const' in schema) return schema.const
  if (schema.anyOf) return fittingValue(random, random.pick(schema.anyOf) as JsonSchema, byName)
  if (schema.examples && random.chance(0.5)) return random.pick(schema.examples)
  switch (schema.type) {
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'integer':
    case 'number':
      return fittingNumber(random, schema)
    case 'string':
      return fittingText(random, schema)
    case 'array':
      return fittingList(random, schema, byName)
    case 'object':
      return fittingObject(random, schema, byName)
    default:
      return random.pick([null, true, 1, 'a', [], {}])
  }
}

function fittingNumber(random: Random, { minimum = -1, maximum = 2 ** 53 - 1 }: Schema): number {
  const choices = [minimum, maximum, minimum + 1, 1, 2, 7, 100, 2 ** 31 - 1, 2 ** 31]
  const value = random.chance(0.5) ? random.between(minimum, minimum + 10) : random.pick(choices)
  return Math.min(Math.max(value, minimum), maximum)
}

function fittingText(random: Random, { minLength = 0, maxLength = 200 }: Schema): string {
  const text = random.chance(0.9) ? phrase(random) : 'x'.repeat(random.pick([minLength, maxLength]))
  return text.slice(0, maxLength)
}

function fittingList(random: Random, schema: Schema, byName: ByName): unknown[] {
  if (schema.prefixItems) {
    return schema.prefixItems.map((item) => fittingValue(random, item as JsonSchema, byName))
  }
  const most = Math.min(schema.maxItems ?? 3, 3)
  const { items } = schema
  return Array.from({ length: random.between(random.chance(0.1) ? 0 : 1, most) }, () =>
    fittingValue(random, (items === true || !items ? {} : items) as JsonSchema, byName),
  )
}

function fittingObject(random: Random, schema: Schema, byName: ByName): Record<string, unknown> {
  const { properties = {}, required = [], patternProperties = {} } = schema
  const members = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.chance(0.4))
    .map(([name, member]) => [
      name,
      byName(name) ?? fittingValue(random, member as JsonSchema, byName),
    ])
  const free = Object.values(patternProperties).flatMap((member) =>
    Array.from({ length: random.between(1, 3) }, () => [
      phrase(random),
      fittingValue(random, member as JsonSchema, byName),
    ]),
  )
  return asRecord(Object.fromEntries([...members, ...free]))
}

/** Any JSON. */
export function anyJson(random: Random, depth = 0): unknown {
  switch (random.between(0, depth > 3 ? 4 : 6)) {
    case 0:
      return random.pick([null, true, false])
    case 1:
      return random.pick([0, -1, 1, 1.5, 2 ** 31, 2 ** 53, 1e300, -0])
    case 2:
      return phrase(random)
    case 3:
      return oddText(random)
    case 4:
      return random.pick(['__proto__', 'constructor', '', 'null'])
    case 5:
      return Array.from({ length: random.between(0, 4) }, () => anyJson(random, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: random.between(0, 3) }, () => [
          random.pick(['__proto__', 'name', 'stream_id', 'operator', 'operand', oddText(random)]),
          anyJson(random, depth + 1),
        ]),
      )
  }
}

/** A replacement for a JSON text: other JSON, broken JSON, oversized JSON. */
export function oddJsonText(random: Random, fitting: string): string {
  switch (random.between(0, 8)) {
    case 0:
      return JSON.stringify(anyJson(random))
    case 1:
      return fitting.slice(0, random.between(0, fitting.length))
    case 2:
      return fitting.replace(/-?\d+/, () => oddNumber(random))
    case 3:
      return `[${fitting},${fitting}]`
    case 4:
      return fitting.replace(/"[^"]*"/, () =>
        random.pick([String.raw`"\ud800"`, String.raw`"\u0000"`]),
      )
    case 5: {
      const levels = random.pick([10, 100, 1_000, 20_000])
      return random.chance(0.5)
        ? '['.repeat(levels) + ']'.repeat(levels)
        : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    }
    case 6:
      return `[${`${random.pick(['1', '{}', '[]', '"a"', 'null'])},`.repeat(random.pick([10, 1_001, 20_000]))}1]`
    case 7:
      return fitting.replace(/"[^"]*"/, () => JSON.stringify(oddText(random)))
    default:
      return random.pick(['\ufeff', ' ', '//', "'"]) + fitting
  }
}

/** A replacement for a valid text, for any argument. */
export function oddArgument(random: Random, fitting: string, isJson: boolean): string {
  if (random.chance(isJson ? 0.6 : 0.1)) return oddJsonText(random, fitting)
  return random.chance(0.4) ? oddNumber(random) : oddText(random)
}
