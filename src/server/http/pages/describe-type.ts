import type { JsonSchema } from '../openapi/types'

/** A member of an object, for a table row. */
export interface Member {
  name: string
  schema: JsonSchema
  isRequired: boolean
}

export function membersOf(schema: JsonSchema): Member[] {
  const required = (schema['required'] ?? []) as string[]
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, member]) => ({ name, schema: member, isRequired: required.includes(name) }),
  )
}

/** A schema in a few words: `list of {name: string, color?: string}`. */
export function describeType(schema: JsonSchema): string {
  const { const: constant, anyOf, items, prefixItems, type } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(anyOf)) return anyOf.map(describeType).join(' or ')
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(describeType).join(', ')}]`
  if (type === 'array') return `list of ${describeType((items ?? {}) as JsonSchema)}`
  if (type === 'object') return describeObject(schema)
  if (Array.isArray(type)) return type.join(' or ')
  return typeof type === 'string' ? type : 'any'
}

function describeObject(schema: JsonSchema): string {
  const members = membersOf(schema)
  if (members.length > 0) {
    const spelled = members.map(
      ({ name, schema: member, isRequired }) =>
        `${name}${isRequired ? '' : '?'}: ${describeType(member)}`,
    )
    return `{${spelled.join(', ')}}`
  }
  const [values] = Object.values((schema['patternProperties'] ?? {}) as Record<string, JsonSchema>)
  return values ? `object of ${describeType(values)}` : 'object'
}
