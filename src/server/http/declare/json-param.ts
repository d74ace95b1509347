import { Type } from '@sinclair/typebox'
import type { Static, TSchema } from '@sinclair/typebox'
import { parseJsonArgument, checkJsonLimits } from '../arguments/json-argument'
import { parseComposed } from '../../lib/characters'
import { makeParam } from './param'
import type {
  AnyPresence,
  DefiniteParam,
  OptionalParam,
  Param,
  ParamBuilder,
  ParamOptions,
} from './param'
import { compileValidator } from '../arguments/validator'

export interface JsonOptions extends ParamOptions {
  /** Max characters of the raw text. */
  longest?: number
}

/** Enough for the longest list of names that an argument may hold. */
const defaultLongest = 1_000_000

/** Max items of a list whose schema sets no limit. */
const defaultMaxItems = 10_000

/** An argument whose text holds JSON of the given schema. */
export function json<S extends TSchema>(
  schema: S,
  options: JsonOptions & OptionalParam,
): Param<Static<S> | undefined>
export function json<S extends TSchema>(
  schema: S,
  options?: JsonOptions & DefiniteParam<Static<S>>,
): Param<Static<S>>
export function json<S extends TSchema>(
  schema: S,
  options: AnyPresence<JsonOptions, Static<S>> = {},
): Param<Static<S>> {
  const validate = compileValidator(schema)
  const limits = { maxItems: longestList(schema) }
  return makeParam<Static<S>>(options, {
    schema,
    encoding: 'json',
    longest: options.longest ?? defaultLongest,
    decode(raw, name) {
      const value = parseJsonArgument(raw, name, options.isExact ? JSON.parse : parseComposed)
      checkJsonLimits(value, name, limits)
      validate(value, name)
      return value
    },
  })
}

export interface JsonIntegerOptions extends JsonOptions {
  min?: number
  max?: number
}

/** A JSON integer: unlike {@link integer} its refusals are worded by the JSON validator. */
export const jsonInteger: ParamBuilder<JsonIntegerOptions, number> = (
  options: AnyPresence<JsonIntegerOptions, number> = {},
): Param<number> => {
  const schema = Type.Integer({
    ...(options.min !== undefined && { minimum: options.min }),
    ...(options.max !== undefined && { maximum: options.max }),
  })
  return json(schema, options as JsonOptions & DefiniteParam<number>)
}

/** The bound of the walk before validation; validation then applies the `maxItems` of each list. */
function longestList(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return defaultMaxItems
  const { maxItems, ...rest } = schema as Record<string, unknown>
  const own = typeof maxItems === 'number' ? maxItems : defaultMaxItems
  return Math.max(own, ...Object.values(rest).map(longestList))
}
