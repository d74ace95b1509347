import { Type } from '@sinclair/typebox'
import { json } from '../../http/params'

/** What is longer names nobody, and need not be repeated in the refusal. */
const longestEmail = 254

/** A user on whose behalf something is done. */
const principal = Type.Union([Type.String({ maxLength: longestEmail }), Type.Integer()])

export const principalsParam = json(Type.Array(principal), {
  default: [],
  description: 'Users by email (or id); empty: the requester',
  example: ['bob@example.com'],
})

export const streamToAdd = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String({ description: 'Used when the stream is created' })),
})

export const streamNames = Type.Array(Type.String())

export const namesByEmail = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Stream names by email',
})
