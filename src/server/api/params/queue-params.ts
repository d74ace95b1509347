import { Type } from '@sinclair/typebox'
import { makeParam } from '../../http/declare/param'
import type {
  AnyPresence,
  OptionalParam,
  Param,
  ParamBuilder,
  ParamOptions,
} from '../../http/declare/param'
import { converted, flag, json } from '../../http/declare/params'
import { maxLifespanSeconds } from '../../chat/queues/register/registration'
import type { QueueArguments } from '../../chat/queues/register/registration'

/**
 * Max length of a queue id. Real ids are far shorter; a longer one is refused without a look-up, and
 * not repeated in the answer.
 */
export const maxQueueIdCharacters = 100

/** Max event types in a request; more than exist, because clients may name unknown ones. */
const maxEventTypes = 500

/** Cost of registering a queue in calls, for the rate limit. Source: docs/protocol/limits.md#cost-of-registering. */
export const callsPerRegistration = 5

export function eventTypesParam(
  options: ParamOptions & OptionalParam,
): Param<string[] | undefined> {
  return json(Type.Array(Type.String({ maxLength: 60 }), { maxItems: maxEventTypes }), options)
}

/**
 * Lifespan in seconds, or the word `mobile` for the maximum; in JSON quotes or not. Capped at the
 * maximum.
 * Sources: docs/protocol/event-queues.md#lifespan-argument,
 * docs/protocol/event-queues.md#lifespan-maximum.
 */
export function lifespanParam(...aliases: string[]): Param<number> {
  return converted(
    Type.Union([Type.Integer({ minimum: 0 }), Type.Literal('mobile')]),
    (raw) => {
      const word = /^\s*"(.*)"\s*$/.exec(raw)?.[1] ?? raw
      if (word.trim() === 'mobile') return maxLifespanSeconds
      if (!/^\s*\+?\d+\s*$/.test(word)) return undefined
      return Math.min(Number(word), maxLifespanSeconds)
    },
    { default: 0, aliases, description: 'Life of the queue without polls; 0: the default' },
  )
}

/**
 * A flag that newer clients may set to `partial`, which counts as true: full lists are an answer to that, too.
 * Source: docs/protocol/subscriptions.md#partial-subscribers.
 */
export const subscribersFlag: ParamBuilder<ParamOptions, boolean> = (
  options: AnyPresence<ParamOptions, boolean> = {},
): Param<boolean> =>
  makeParam(options, {
    schema: Type.Union([Type.Boolean(), Type.Literal('partial')]),
    encoding: 'text',
    decode: (raw, name) => /^\s*"?partial"?\s*$/.test(raw) || plainFlag.decode(raw, name),
  })

const plainFlag = flag()

/**
 * Arguments of registering a queue.
 * Sources: docs/protocol/contract.md#post-register, docs/protocol/event-queues.md#arguments.
 */
export const queueParams = {
  apply_markdown: flag({ default: false, description: 'Message content as HTML' }),
  client_gravatar: flag({ default: false, description: 'The client computes gravatars itself' }),
  all_public_streams: flag({
    optional: true,
    description: 'Also messages of public streams that the requester is not subscribed to',
  }),
  include_subscribers: subscribersFlag({
    default: false,
    description: "Show streams' subscribers, in the state and in events",
  }),
  event_types: eventTypesParam({
    optional: true,
    description: 'Kinds of events wanted; all unless given',
    example: ['message'],
  }),
  narrow: json(Type.Array(Type.Unknown()), {
    optional: true,
    description:
      'Restricts message events: a pair of operator and operand, a list of such pairs, or a ' +
      'list of objects with operator, operand and negated',
    example: [['stream', 'ops']],
  }),
}

interface DecodedQueueParams {
  apply_markdown: boolean
  client_gravatar: boolean
  all_public_streams: boolean | undefined
  include_subscribers: boolean
  event_types: string[] | undefined
  narrow: unknown[] | undefined
}

export function toQueueArguments(
  params: DecodedQueueParams,
  clientName: string,
  lifespanSeconds: number,
): Omit<QueueArguments, 'capabilities'> {
  return {
    clientName,
    lifespanSeconds,
    eventTypes: params.event_types,
    narrow: params.narrow,
    allPublicStreams: params.all_public_streams,
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    includeSubscribers: params.include_subscribers,
  }
}
