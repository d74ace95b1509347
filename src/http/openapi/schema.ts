import type { TSchema } from '@sinclair/typebox'

import type { JsonSchema } from './types'

/**
 * A TypeBox schema in the dialect of OpenAPI 3.1. The two differ in tuples, whose items are a list
 * under `items` in the older draft that TypeBox writes and under `prefixItems` since.
 */
export function toOpenApiSchema(schema: TSchema): JsonSchema {
  // Going through JSON drops the symbols that TypeBox leaves for itself.
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
