import type { TSchema } from '@sinclair/typebox'
import Ajv from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'

import { typeBoxDialect } from './typebox-dialect'
import { InvalidArgumentError } from '../errors'
import { keysOfPointer } from './json-argument'
import { spellPath } from './text-checks'

/** @throws InvalidArgumentError worded as docs/protocol/requests.md#wordings says */
export type Validate = (value: unknown, name: string) => void

/** `verbose` adds the schema and the value to an error: the messages need both. */
const ajv = new Ajv({ ...typeBoxDialect, verbose: true, ownProperties: true })

/** Compiles a schema once, at its first use: compiling all of them takes a third of the start-up time. */
export function compileValidator(schema: TSchema): Validate {
  let check: ValidateFunction | undefined
  return (value, name) => {
    check ??= ajv.compile(schema)
    if (check(value)) return
    throw new InvalidArgumentError(wordError(mostTelling(check.errors ?? []), name, value))
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a float',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a dict',
}

/** Wordings of failed keywords, given the place (`x[0]`) it failed at. */
const wordings: Readonly<Record<string, (place: string, error: ErrorObject) => string>> = {
  type: (place, { schema }) => {
    const typeName = typeof schema === 'string' ? typeNames[schema] : undefined
    return `${place} is not ${typeName ?? 'an allowed_type'}`
  },
  anyOf: (place) => `${place} is not an allowed_type`,
  required: (place, { params }) =>
    `${String(params['missingProperty'])} key is missing from ${place}`,
  additionalProperties: (place, error) => {
    const known = Object.keys(schemaAround(error).properties ?? {})
    const { data } = error
    const unexpected = Object.keys(data as object).filter((key) => !known.includes(key))
    return `Unexpected arguments: ${unexpected.map((key) => spellPath(place, [key])).join(', ')}`
  },
  maxItems: itemsWording,
  minItems: itemsWording,
  minLength: lengthWording,
  maxLength: lengthWording,
  minimum: (place, { schema }) => `${place} must be at least ${spelled(schema)}`,
  maximum: (place, { schema }) => `${place} must be at most ${spelled(schema)}`,
}

function wordError(error: ErrorObject, name: string, value: unknown): string {
  const place = spellPath(name, keysOfPointer(error.instancePath, value))
  return wordings[error.keyword]?.(place, error) ?? `Invalid ${place}`
}

function itemsWording(place: string, error: ErrorObject): string {
  const { keyword, schema } = error
  const { minItems, maxItems } = schemaAround(error)
  if (minItems === maxItems) return `${place} should have exactly ${minItems} items`
  return keyword === 'maxItems'
    ? `${place} has too many items (limit: ${spelled(schema)})`
    : `${place} has too few items (minimum: ${spelled(schema)})`
}

function lengthWording(place: string, error: ErrorObject): string {
  const { keyword, schema, data } = error
  const { minLength, maxLength } = schemaAround(error)
  if (minLength === maxLength) {
    return `${place} has incorrect length ${[...String(data)].length}; should be ${minLength}`
  }
  if (keyword === 'maxLength') return `${place} is too long (limit: ${spelled(schema)} characters)`
  return data === ''
    ? `${place} cannot be blank.`
    : `${place} is too short (minimum: ${spelled(schema)} characters)`
}

/** The parts of the failed keyword's schema that the wordings use. */
interface SurroundingSchema {
  properties?: Record<string, unknown>
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
}

function schemaAround({ parentSchema }: ErrorObject): SurroundingSchema {
  return (parentSchema ?? {}) as SurroundingSchema
}

/** The value of a keyword such as `maxItems`. */
function spelled(keywordValue: unknown): string {
  return JSON.stringify(keywordValue)
}

/**
 * The most helpful error. If a value fits none of several schemas, it is the error of the schema it almost
 * fits: `narrow[0] should have exactly 2 items` rather than `narrow[0] is not an allowed_type`.
 */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject {
  const last = errors.at(-1)
  if (!last) throw new Error('ajv refused a value without saying why')
  if (last.keyword !== 'anyOf') return last

  const branches = errors.filter((error) => error.schemaPath.startsWith(`${last.schemaPath}/`))
  const almost = branches.filter((error) => !isAboutKind(error, last.instancePath))
  if (almost.length > 0) return mostTelling(almost)

  const isChoiceOfConstants = branches.every((error) => error.keyword === 'const')
  return isChoiceOfConstants ? { ...last, keyword: 'enum' } : last
}

/** Whether an error at this place says only that the value is of another type. */
function isAboutKind(error: ErrorObject, instancePath: string): boolean {
  return error.instancePath === instancePath && ['type', 'const', 'enum'].includes(error.keyword)
}
