import { Type } from '@sinclair/typebox'
import type { Static, TSchema, TUnsafe } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { keysOfPointer } from '../../../http/arguments/json-argument'
import { typeBoxDialect } from '../../../http/arguments/typebox-dialect'
import { InvalidPayloadError } from './errors'

/**
 * A place in a payload as error messages spell it: `payload["alerts"][0]`.
 *
 * Source: docs/protocol/requests.md#place.
 */
export function payloadPath(keys: readonly (string | number)[]): string {
  return 'payload' + keys.map((key) => `[${JSON.stringify(key)}]`).join('')
}

const ajv = new Ajv(typeBoxDialect)

/** Names of JSON types in error messages. Source: docs/protocol/requests.md#wordings. */
const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a float',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a dict',
}

/** The schema, or null. Uses one `type` list instead of a union, so that an error names a single fault. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const types = [schema['type'] as string | string[], 'null'].flat()
  return Type.Unsafe<Static<T> | null>({ ...schema, type: types })
}

/**
 * An optional key of an object schema, which senders omit or set to null.
 */
export function maybe<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

/**
 * A function that checks a payload against the schema and returns it. The schema is compiled on first
 * use. Unknown keys are allowed, because senders add some every year.
 *
 * @throws InvalidPayloadError from the returned function, naming the first fault
 */
export function payloadChecker<T extends TSchema>(schema: T): (payload: unknown) => Static<T> {
  let isValid: ValidateFunction<Static<T>> | undefined
  return (payload) => {
    isValid ??= ajv.compile<Static<T>>(schema)
    if (isValid(payload)) return payload
    const [error] = isValid.errors ?? []
    throw new InvalidPayloadError(error ? describeFault(error, payload) : 'payload is not valid')
  }
}

function describeFault(error: ErrorObject, payload: unknown): string {
  const place = payloadPath(keysOfPointer(error.instancePath, payload))
  if (error.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string }
    return `${missingProperty} key is missing from ${place}`
  }
  if (error.keyword === 'type') {
    const { type } = error.params as { type: string | string[] }
    const expected = [type].flat().flatMap((name) => typeNames[name] ?? [])
    return `${place} is not ${expected.join(' or ')}`
  }
  return `${place} is not valid`
}
