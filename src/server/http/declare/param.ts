import type { TSchema } from '@sinclair/typebox'
import { withTextChecks } from '../arguments/text-checks'
import type { NulRefusal } from '../arguments/text-checks'

/**
 * One argument of an endpoint: how its text on the wire becomes a checked value, and how the OpenAPI document
 * describes it. Made by the builders of `params.ts`.
 */
export interface Param<T> {
  readonly description: string | undefined
  /** Other names under which clients send it; at most one spelling may be used in a request. */
  readonly aliases: readonly string[]
  readonly isRequired: boolean
  /** Whether the text `null` is a value; otherwise `null` means that the argument is absent. */
  readonly takesNull: boolean
  /** Value of an absent optional argument. */
  readonly defaultValue: T | undefined
  /** JSON Schema of the value, for the OpenAPI document. */
  readonly schema: TSchema
  /** `json`: the text holds JSON. `text`: the text itself is the value. */
  readonly encoding: 'text' | 'json'
  readonly example: unknown
  /**
   * @param raw the text as the client sent it, decoded from its URL or form encoding
   * @param name the spelling the client used, for messages
   * @throws ApiError when the text is not acceptable
   */
  decode(raw: string, name: string): T
}

/** Arguments by canonical name; decoded in this order. */
export type Params = Readonly<Record<string, Param<unknown>>>

/** The values that the handler of an endpoint with these arguments receives. */
export type ParamValues<P extends Params> = {
  [K in keyof P]: P[K] extends Param<infer T> ? T : never
}

/** Marks an argument whose example only the reader can fill in, such as the id of something created. */
export const inCapitals = Symbol('in capitals')

/** Options that every kind of argument has. */
export interface ParamOptions {
  description?: string
  aliases?: readonly string[]
  /** Whether the text `null` is a value; otherwise `null` means that an optional argument is absent. */
  takesNull?: boolean
  /** A value for the documentation; arguments with an example appear in the example call. */
  example?: unknown
  /** The message that refuses U+0000, for arguments with their own wording in the protocol. */
  nulRefusal?: NulRefusal
  /** Whether the text is kept as it was sent, such as a password; others are composed (NFC). */
  isExact?: boolean
}

/** An argument that may be left out (or sent as the text `null`): its value is then undefined. */
export interface OptionalParam {
  optional: true
  default?: never
}

/** An argument that must be sent, unless it has a default. */
export interface DefiniteParam<T> {
  optional?: false
  default?: T
}

/** The signature shared by the builders: only `optional: true` lets the value be undefined. */
export interface ParamBuilder<Options, T> {
  (options: Options & OptionalParam): Param<T | undefined>
  (options?: Options & DefiniteParam<T>): Param<T>
}

/** The options of a builder including presence, as its implementation sees them. */
export type AnyPresence<Options, T> = Options & { optional?: boolean; default?: T }

/**
 * Completes a param from its options and the particulars of its kind. For every kind, texts that cannot be
 * stored are refused.
 *
 * @param kind with the max UTF-16 units of a raw text that it accepts
 */
export function makeParam<T>(
  options: AnyPresence<ParamOptions, T>,
  kind: Pick<Param<T>, 'schema' | 'encoding' | 'decode'> & { longest?: number },
): Param<T> {
  const { longest = Infinity, decode, ...rest } = kind
  return {
    description: options.description,
    aliases: options.aliases ?? [],
    isRequired: options.optional !== true && options.default === undefined,
    takesNull: options.takesNull === true,
    defaultValue: options.default,
    example: options.example,
    ...rest,
    decode: withTextChecks(decode, {
      longest,
      refusal: options.nulRefusal,
      hasPlaces: kind.encoding === 'json',
      isExact: options.isExact === true,
    }),
  }
}
