import { Kind, OptionalKind, Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'

/** A schema that `src/shared` exports. */
export interface KnownSchema {
  readonly name: string
  /** File of `src/shared`, without its ending. */
  readonly file: string
  readonly schema: TSchema
}

/** Writes schemas as TypeScript types; records that `src/shared` declares are named instead of repeated. */
export class SchemaTypes {
  /** Schemas named so far. */
  readonly used = new Set<KnownSchema>()
  readonly #known: ReadonlyMap<string, KnownSchema>

  constructor(known: readonly KnownSchema[]) {
    // The first of two equal schemas gives the name.
    this.#known = new Map(known.toReversed().map((each) => [keyOf(each.schema), each]))
  }

  /** @param indent blanks in front of the line in which the type begins */
  write(schema: TSchema, indent: string): string {
    const known = this.#known.get(keyOf(schema))
    if (known) {
      this.used.add(known)
      return `Static<typeof ${known.name}>`
    }
    return this.#writeKind(schema, indent)
  }

  /** The type of an object with these members. */
  writeMembers(members: readonly MemberType[], indent: string): string {
    if (members.length === 0) return 'object'
    const inner = `${indent}  `
    const lines = members.map(
      ({ name, schema, isOptional, isNullable }) =>
        `${inner}${spell(name)}${isOptional ? '?' : ''}: ${this.write(isNullable ? orNull(schema) : schema, inner)}\n`,
    )
    return `{\n${lines.join('')}${indent}}`
  }

  #writeKind(schema: TSchema, indent: string): string {
    const kind = schema[Kind]
    switch (kind) {
      case 'Boolean':
        return 'boolean'
      case 'Integer':
      case 'Number':
        return 'number'
      case 'String':
        return 'string'
      case 'Null':
        return 'null'
      case 'Unknown':
        return 'unknown'
      case 'Literal':
        return literal(schema['const'])
      case 'Union':
        return this.#writeUnion(schema['anyOf'] as TSchema[], indent)
      case 'Array':
        return `${inBrackets(this.write(schema['items'] as TSchema, indent))}[]`
      case 'Tuple': {
        const items = (schema['items'] ?? []) as TSchema[]
        return `[${items.map((each) => this.write(each, indent)).join(', ')}]`
      }
      case 'Record': {
        const [values] = Object.values(schema['patternProperties'] as Record<string, TSchema>)
        if (!values) break
        return `Record<string, ${this.write(values, indent)}>`
      }
      case 'Object':
        return this.writeMembers(membersOf(schema['properties'] as Record<string, TSchema>), indent)
    }
    throw new Error(`There is no type for schemas of the kind ${kind}.`)
  }

  #writeUnion(members: readonly TSchema[], indent: string): string {
    const flat = members.flatMap((each): TSchema[] =>
      each[Kind] === 'Union' ? (each['anyOf'] as TSchema[]) : [each],
    )
    const types = new Set(flat.map((each) => this.write(each, indent)))
    // `number` includes every number.
    const isIncluded = (type: string) =>
      (types.has('number') && /^-?\d+$/.test(type)) || (types.has('string') && type.startsWith("'"))
    return [...types].filter((type) => !isIncluded(type)).join(' | ')
  }
}

/** One member of an object type. */
export interface MemberType {
  readonly name: string
  readonly schema: TSchema
  readonly isOptional: boolean
  readonly isNullable?: boolean
}

export function membersOf(properties: Readonly<Record<string, TSchema>>): MemberType[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isOptional: OptionalKind in schema,
  }))
}

/** Equal for schemas of one type: without descriptions, and without the symbols that TypeBox adds. */
function keyOf(schema: TSchema): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  )
}

function orNull(schema: TSchema): TSchema {
  return Type.Union([schema, Type.Null()])
}

function spell(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : literal(name)
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`
    : String(value)
}

function inBrackets(type: string): string {
  return type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type
}
