import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { apiKeyScopes } from './rules/api-key-scopes'

/** Format of named keys, which no other key has. Source: docs/protocol/api-keys.md#format. */
export const namedKeyPattern = /^parley_[A-Za-z0-9]{40}$/

/** A named key, without its secret. */
export const namedKeySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  scope: Type.Union(apiKeyScopes.map((scope) => Type.Literal(scope))),
  created_at: Type.Integer({ description: 'Unix time' }),
  expires_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix time; null: it does not expire',
  }),
  last_used_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix time, accurate to ten minutes; null: never',
  }),
})
export type NamedKey = Static<typeof namedKeySchema>
