import { Type } from '@sinclair/typebox'
import type { TObject, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import Ajv from 'ajv'
import type { Endpoint } from '../declare/endpoint'
import { typeBoxDialect } from '../arguments/typebox-dialect'
import type { JsonSchema } from './types'

/** The whole successful answer of an endpoint, envelope included. */
export function responseSchemaOf(endpoint: Endpoint): TObject {
  return Type.Object({
    result: Type.Literal('success'),
    msg: Type.Literal(''),
    ...endpoint.response,
    ignored_parameters_unsupported: ignoredNames,
  })
}

const ignoredNames = Type.Optional(
  Type.Array(Type.String(), { description: 'Arguments that were sent and mean nothing here' }),
)

/** The schemas of checked answers. They allow only declared members, like the OpenAPI document. */
const declared = new WeakMap<Endpoint, TObject>()

/**
 * Compares an answer with the declaration of the endpoint, and so with the OpenAPI document. Undeclared
 * members are errors as much as missing ones.
 *
 * @param body the answer as JSON text
 * @throws Error, since it is our mistake and not the caller's
 */
export function checkResponse(endpoint: Endpoint, body: string): void {
  const schema = declared.get(endpoint) ?? declare(endpoint)
  const answer: unknown = JSON.parse(body)
  // A process checks each kind of answer only a few times, and ajv compiles a schema for 10 ms.
  if (Value.Check(schema, answer)) return
  const ajv = new Ajv({ ...typeBoxDialect, allErrors: true, code: { optimize: false } })
  if (ajv.validate(schema, answer)) return
  const reasons = ajv.errorsText(ajv.errors, { dataVar: 'response' })
  throw new Error(`${endpoint.method} ${endpoint.path} breaks its declaration: ${reasons}`)
}

function declare(endpoint: Endpoint): TObject {
  const schema = { ...responseSchemaOf(endpoint), additionalProperties: false }
  declared.set(endpoint, schema)
  return schema
}

/**
 * A TypeBox schema in the dialect of OpenAPI 3.1. The two differ in tuples, whose items are a list
 * under `items` in the older draft that TypeBox writes and under `prefixItems` since.
 */
export function toOpenApiSchema(schema: TSchema): JsonSchema {
  // The JSON round trip drops the symbols that TypeBox adds for itself.
  return modernise(JSON.parse(JSON.stringify(schema))) as JsonSchema
}

function modernise(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(modernise)
  if (typeof node !== 'object' || node === null) return node

  const { items, additionalItems, ...rest } = node as Record<string, unknown>
  const modern = mapValues(rest, modernise)
  if (Array.isArray(items)) {
    return { ...modern, prefixItems: items.map(modernise), items: additionalItems ?? true }
  }
  return items === undefined ? modern : { ...modern, items: modernise(items) }
}

function mapValues(
  record: Record<string, unknown>,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
