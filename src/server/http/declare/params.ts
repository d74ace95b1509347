import { Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'

import { ApiError } from '../../lib/api-error'
import { parseComposed, visibly } from '../../lib/characters'
import { BadValueError, InvalidArgumentError } from '../errors'
import { parseJsonArgument } from '../arguments/json-argument'
import { makeParam } from './param'
import type {
  AnyPresence,
  DefiniteParam,
  OptionalParam,
  Param,
  ParamBuilder,
  ParamOptions,
} from './param'
import { checkTextLimits } from '../arguments/text-checks'
import type { TextLimits } from '../arguments/text-checks'

export { json, jsonInteger } from './json-param'

/*
 * The kinds of arguments: each builder defines which texts are accepted and how a refusal is worded.
 * Source: docs/protocol/requests.md#kinds.
 */

export interface TextOptions extends ParamOptions, TextLimits {
  /** Whether to trim the text before it is checked. */
  strip?: boolean
  /**
   * Whether to strip JSON quotes, in which some clients send this text.
   * Source: docs/protocol/requests.md#json-quotes.
   */
  jsonQuoted?: boolean
}

/** Plain text, empty allowed unless `minLength` says otherwise. */
export const text: ParamBuilder<TextOptions, string> = (
  options: AnyPresence<TextOptions, string> = {},
): Param<string> =>
  makeParam(options, {
    schema: Type.String({
      ...(options.minLength !== undefined && { minLength: options.minLength }),
      ...(options.maxLength !== undefined && { maxLength: options.maxLength }),
      ...(options.pattern && { pattern: options.pattern.source }),
    }),
    encoding: 'text',
    decode(raw, name) {
      const unquoted = options.jsonQuoted ? withoutJsonQuotes(raw) : raw
      const value = options.strip ? visibly(unquoted) : unquoted
      checkTextLimits(value, name, options)
      return value
    },
  })

export interface IntegerOptions extends ParamOptions {
  min?: number
  max?: number
}

/** A decimal number, sign and outer blanks allowed. */
export const integer: ParamBuilder<IntegerOptions, number> = (
  options: AnyPresence<IntegerOptions, number> = {},
): Param<number> => {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options
  return makeParam(options, {
    schema: Type.Integer({
      ...(options.min !== undefined && { minimum: options.min }),
      ...(options.max !== undefined && { maximum: options.max }),
    }),
    encoding: 'text',
    decode(raw, name) {
      const value = /^\s*[+-]?\d+\s*$/.test(raw) ? Number(raw) : NaN
      if (!Number.isSafeInteger(value) || value < min || value > max) {
        throw new BadValueError(name, raw)
      }
      // "-0" becomes 0, which is how clients print it.
      return value === 0 ? 0 : value
    },
  })
}

/** Enough for all recipients of a private message, the longest such argument. */
const longestConverted = 200_000

/** `true` or `false` in any letter case. */
export const flag: ParamBuilder<ParamOptions, boolean> = (
  options: AnyPresence<ParamOptions, boolean> = {},
): Param<boolean> =>
  makeParam(options, {
    schema: Type.Boolean(),
    encoding: 'text',
    longest: longestConverted,
    decode(raw, name) {
      const word = raw.trim().toLowerCase()
      if (word === 'true') return true
      if (word === 'false') return false
      parseJsonArgument(raw, name)
      throw new InvalidArgumentError(`${name} is not a boolean`)
    },
  })

/**
 * Text in a format of its own. A `decode` that throws or answers undefined refuses the value as
 * REQUEST_VARIABLE_INVALID; an ApiError that it throws is passed on.
 *
 * @param schema describes the text, or the values it stands for, in the OpenAPI document
 */
export function converted<T>(
  schema: TSchema,
  decode: (raw: string) => T | undefined,
  options: ParamOptions & OptionalParam,
): Param<T | undefined>
export function converted<T>(
  schema: TSchema,
  decode: (raw: string) => T | undefined,
  options?: ParamOptions & DefiniteParam<T>,
): Param<T>
export function converted<T>(
  schema: TSchema,
  decode: (raw: string) => T | undefined,
  options: AnyPresence<ParamOptions, T> = {},
): Param<T> {
  return makeParam(options, {
    schema,
    encoding: 'text',
    longest: longestConverted,
    decode(raw, name) {
      const value = attempt(decode, raw)
      if (value === undefined) throw new BadValueError(name, raw)
      return value
    },
  })
}

function attempt<T>(decode: (raw: string) => T | undefined, raw: string): T | undefined {
  try {
    return decode(raw)
  } catch (error) {
    if (error instanceof ApiError) throw error
    return undefined
  }
}

function withoutJsonQuotes(raw: string): string {
  if (!raw.startsWith('"')) return raw
  try {
    const value = parseComposed(raw)
    // Escapes that spell half a surrogate pair are taken literally.
    return typeof value === 'string' && value.isWellFormed() ? value : raw
  } catch (error) {
    if (error instanceof SyntaxError) return raw
    throw error
  }
}
