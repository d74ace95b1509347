import { ScimError } from './errors'
import { nameOfAttribute } from './filter'

/*
 * Attributes of resources and of PATCH (RFC 7644, 3.5.2), in the dialects of Okta and Entra.
 * Source: docs/protocol/scim.md#patch.
 */

type Dict = Readonly<Record<string, unknown>>

/** Values of attributes by path in lower case, such as `name.formatted`. A value of undefined was removed. */
export type Attributes = ReadonlyMap<string, unknown>

const operators = ['add', 'replace', 'remove'] as const

export interface Operation {
  op: (typeof operators)[number]
  /** In lower case, without the name of its schema and without its filter. */
  path: string
  /** The text inside the brackets of `members[value eq "7"]`. */
  choice: string | undefined
  value: unknown
}

const maxOperations = 1_000

export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The attributes of a whole resource; those of extensions are left out. @throws ScimError `invalidSyntax` */
export function attributesOf(resource: unknown): Attributes {
  return new Map(attributesIn(dictOf(resource), ''))
}

function dictOf(value: unknown): Dict {
  if (isDict(value)) return value
  throw new ScimError('The body must be a JSON object.', { scimType: 'invalidSyntax' })
}

function attributesIn(dict: Dict, prefix: string): [string, unknown][] {
  return Object.entries(dict).flatMap(([key, value]) => {
    const path = prefix + nameOfAttribute(key)
    return isDict(value) ? attributesIn(value, `${path}.`) : [[path, value]]
  })
}

/**
 * The operations of a PATCH, one for each attribute.
 * @throws ScimError `invalidSyntax`
 */
export function operationsOf(body: unknown): Operation[] {
  const { Operations: capital, operations = capital } = dictOf(body)
  if (!Array.isArray(operations) || operations.length > maxOperations) {
    throw new ScimError(`A PATCH has a list of Operations (limit: ${maxOperations}).`, {
      scimType: 'invalidSyntax',
    })
  }
  return operations.flatMap((operation) => {
    const { op, path, value } = dictOf(operation)
    const word = typeof op === 'string' ? op : ''
    const name = operators.find((each) => each === word.toLowerCase())
    if (!name) throw new ScimError(`Unknown operation: ${word}`, { scimType: 'invalidSyntax' })
    return operationsAt(name, path, value)
  })
}

/** `members[value eq "7"].display` */
const pathPattern = /^([^[\]]+)(?:\[(.*)\](?:\.\w+)?)?$/s

function operationsAt(op: Operation['op'], path: unknown, value: unknown): Operation[] {
  if (path === undefined || path === null || path === '') {
    if (op !== 'remove' && isDict(value)) return spread(op, attributesIn(value, ''))
    throw new ScimError('An operation without a path needs an object as its value.', {
      scimType: 'invalidSyntax',
    })
  }
  const text = typeof path === 'string' ? path : ''
  const [, attribute, choice] = pathPattern.exec(text) ?? []
  if (attribute === undefined) {
    throw new ScimError(`Invalid path: ${text}`, { scimType: 'invalidPath' })
  }
  const name = nameOfAttribute(attribute)
  const isWhole = isDict(value) && name !== 'members'
  if (isWhole) return spread(op, attributesIn(value, `${name}.`))
  return [{ op, path: name, choice, value }]
}

function spread(op: Operation['op'], attributes: readonly [string, unknown][]): Operation[] {
  return attributes.map(([path, value]) => ({ op, path, choice: undefined, value }))
}

/** The attributes that operations leave behind, for resources whose lists do not change. */
export function attributesAfter(operations: readonly Operation[]): Attributes {
  return new Map(
    operations.map(({ op, path, choice, value }) => {
      // A part of a list, such as one address of several, is no attribute of the resource.
      const name = choice === undefined ? path : `${path}[]`
      return [name, op === 'remove' ? undefined : value]
    }),
  )
}

/** A text, null if it was removed, or undefined if the attribute is absent. @throws ScimError `invalidValue` */
export function textIn(attributes: Attributes, path: string): string | null | undefined {
  if (!attributes.has(path)) return undefined
  const value = attributes.get(path) ?? null
  if (value === null || typeof value === 'string') return value
  throw new ScimError(`${path} must be a text.`, { scimType: 'invalidValue' })
}

/** A boolean; Entra sends `"False"`. @throws ScimError `invalidValue` */
export function flagIn(attributes: Attributes, path: string): boolean | undefined {
  const value = attributes.get(path)
  if (value === undefined || value === null) return undefined
  const flag = typeof value === 'string' ? value.toLowerCase() : value
  if (flag === true || flag === 'true') return true
  if (flag === false || flag === 'false') return false
  throw new ScimError(`${path} must be true or false.`, { scimType: 'invalidValue' })
}
