import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type en from './trace-sentences/en.json'

/**
 * The fate of a message as facts: a code with values. `trace-sentences` has a sentence for each code in each language, which the
 * web app and `parley trace-message` fill by `rules/trace-sentences.ts`.
 *
 * Source: docs/protocol/messages.md#trace-facts.
 */
export type TraceCode = keyof typeof en

export const traceFactSchema = Type.Object({
  code: Type.String({ description: 'Such as `stored_in_stream`' }),
  at: Type.Optional(Type.Integer({ description: 'Unix time in seconds' })),
  count: Type.Optional(Type.Integer()),
  sender_id: Type.Optional(Type.Integer()),
  stream_id: Type.Optional(Type.Integer()),
  client: Type.Optional(Type.String({ description: 'Name of a client program' })),
  device: Type.Optional(Type.String({ description: 'Name of a device that takes pushes' })),
  error: Type.Optional(Type.String({ description: 'Answer of a mail server or a push service' })),
})

/** One thing that is known about a message, or about it and a user. */
export type TraceFact = Static<typeof traceFactSchema> & { code: TraceCode }

/** The fate of a message, without a word of it. */
export interface MessageTrace {
  /** About the message and everybody. */
  message: TraceFact[]
  /** About the user of the question; empty without one. */
  user: TraceFact[]
}
