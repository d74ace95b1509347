import type { TSchema } from '@sinclair/typebox'
import { refuseLength, refuseNul, refuseUnstorableTexts, spellPath } from '../arguments/text-checks'
import type { NulRefusal } from '../arguments/text-checks'

/**
 * One argument of an endpoint: how its text on the wire becomes a checked value, and how the
 * OpenAPI document describes it. Made by the builders of `params.ts`.
 */
export interface Param<T> {
  readonly description: string | undefined
  /**
   * Names, beside its own, under which clients send it; at most one spelling may be used in a
   * request.
   */
  readonly aliases: readonly string[]
  readonly isRequired: boolean
  /** Whether the text `null` is a value of it; else it stands for an argument that was left out. */
  readonly takesNull: boolean
  /** Value that an absent optional argument gets. */
  readonly defaultValue: T | undefined
  /** JSON Schema of the value, for the OpenAPI document. */
  readonly schema: TSchema
  /** `json`: the text holds JSON. `text`: it is the value itself. */
  readonly encoding: 'text' | 'json'
  readonly example: unknown
  /**
   * @param raw the text as the client sent it, decoded from its URL or form encoding
   * @param name the spelling the client used, for messages
   * @throws ApiError when the text is not acceptable
   */
  decode(raw: string, name: string): T
}

/** A set of arguments by canonical name; decoded in this order. */
export type Params = Readonly<Record<string, Param<unknown>>>

/** The values that the handler of an endpoint with these arguments receives. */
export type ParamValues<P extends Params> = {
  [K in keyof P]: P[K] extends Param<infer T> ? T : never
}

/** The example of an argument that only its reader can fill in, such as the id of something made. */
export const inCapitals = Symbol('in capitals')

/** Options that every kind of argument has. */
export interface ParamOptions {
  description?: string
  aliases?: readonly string[]
  /** Whether the text `null` is a value; else an optional argument is left out with it. */
  takesNull?: boolean
  /** A value for the documentation; those that have one are part of the example of the call. */
  example?: unknown
  /** How U+0000 is refused, where the protocol has words of its own for it. */
  nulRefusal?: NulRefusal
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

/** The options of a builder, presence included, as its inside sees them. */
export type AnyPresence<Options, T> = Options & { optional?: boolean; default?: T }

/**
 * Completes a param from its options and what is particular to its kind. Whatever the kind, no text
 * gets through that nothing behind can hold.
 *
 * @param kind with the most UTF-16 units of a raw text that it looks at
 */
export function makeParam<T>(
  options: AnyPresence<ParamOptions, T>,
  kind: Pick<Param<T>, 'schema' | 'encoding' | 'decode'> & { longest?: number },
): Param<T> {
  const { longest = Infinity, ...rest } = kind
  // What other texts are decoded to is our own affair: only JSON has places that its sender knows.
  const spell = kind.encoding === 'json' ? spellPath : (name: string) => name
  const refusal = options.nulRefusal
  return {
    description: options.description,
    aliases: options.aliases ?? [],
    isRequired: options.optional !== true && options.default === undefined,
    takesNull: options.takesNull === true,
    defaultValue: options.default,
    example: options.example,
    ...rest,
    decode(raw, name) {
      refuseLength(raw, name, longest)
      refuseNul(raw, name, refusal)
      const value = kind.decode(raw, name)
      // What the raw text cannot hold, escapes inside it can spell.
      if (raw.includes('\\')) refuseUnstorableTexts(value, name, { spell, refusal })
      return value
    },
  }
}
