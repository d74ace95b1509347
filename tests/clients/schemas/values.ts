import { Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'

/*
 * Kinds of values that occur all over the protocol. The clients read numbers and texts strictly: a number in
 * quotes, or an unexpected null, stops them.
 */

export const int = Type.Integer()
export const text = Type.String()
export const flag = Type.Boolean()
export const ints = Type.Array(int)

/** The value or null; one list of types, so that a failure names the place and not two branches. */
export function orNull(schema: TSchema): TSchema {
  return Type.Unsafe({ ...schema, type: [schema['type'], 'null'] })
}

export function oneOf(...values: (string | number)[]): TSchema {
  return Type.Unsafe({ enum: values })
}

export const maybe = (schema: TSchema) => Type.Optional(schema)

/** Ids that a client keeps sorted; their order is checked separately. */
export const idSet = Type.Array(int, { uniqueItems: true })

/** `#rrggbb` in lower case, the one form that every client can parse. */
export const color = Type.String({ pattern: '^#[0-9a-f]{6}$' })

/** ISO 8601 with a zone. */
export const isoTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})$',
})

export const absoluteUrl = Type.String({ pattern: '^https?://[^/]+' })

/** A permission setting: a group by id, or an anonymous one spelled out. */
export const groupValue = Type.Unsafe({
  type: ['integer', 'object'],
  required: ['direct_members', 'direct_subgroups'],
  properties: { direct_members: ints, direct_subgroups: ints },
})

/**
 * The names of flags; any other is refused.
 * Source: docs/protocol/events.md#flag-words.
 */
export const flagWord = oneOf(
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
)
export const flagWords = Type.Array(flagWord, { uniqueItems: true })

export const reactionType = oneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji')

/** The members of every successful answer. */
export function reply(fields: Record<string, TSchema>) {
  return Type.Object({ result: Type.Literal('success'), msg: Type.Literal(''), ...fields })
}
