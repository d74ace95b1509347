import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { flag, integer, json, text } from '../http/declare/params'
import { BadRequestError, StreamDoesNotExistError } from '../chat/rules/errors'
import { messageTypes } from '../chat/posting/sending/addressees'
import { sizeLimits } from '../chat/rules/limits'
import {
  AlreadySentError,
  NoSuchScheduledMessageError,
  TimeNotInFutureError,
} from '../chat/rules/scheduled-messages/errors'
import {
  changeScheduled,
  listOwnScheduled,
  removeScheduled,
  scheduleMessage,
  singleOf,
} from '../chat/actions/scheduled-messages/schedule'
import { nulRefusals } from '../chat/rules/texts'
import { nameTopics } from '../wire/named-topics'
import { scheduledMessageSchema } from '../../shared/scheduled-messages'
import { topicNameParams } from './params/reading-params'

/*
 * Scheduled messages. Source: docs/protocol/drafts-and-schedule.md#scheduled-messages.
 */

/** The last second of the year 9999, in Unix time. */
export const latestSeconds = 253_402_300_799

const id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const toSchema = Type.Union([id, Type.Array(id, { maxItems: sizeLimits.privateRecipients })], {
  description: 'The id of a stream, or a list of user ids',
})

const optional = { optional: true } as const
const typeOptions = { description: '`stream` (or `channel`), `private` (or `direct`)' }
const topicOptions = { aliases: ['subject'], nulRefusal: nulRefusals.topic, ...optional }
const contentOptions = { nulRefusal: nulRefusals.content, example: 'Good morning!' }
const timeOptions = {
  ...{ min: 0, max: latestSeconds, example: 4_102_444_800 },
  description: 'When it is to be sent, as Unix time in seconds',
}
const read_by_sender = flag({
  optional: true,
  description:
    'The sender has read it when it is sent; default: when the client is an interactive one and it ' +
    'does not go to the sender alone',
})
const scheduled_message_id = integer({ min: 0 })

const listScheduledEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/scheduled_messages',
  tag: 'drafts',
  summary: 'Messages of the requester that are to be sent later, or could not be sent',
  auth: 'basic',
  params: topicNameParams,
  response: {
    scheduled_messages: Type.Array(scheduledMessageSchema, { description: 'The soonest first' }),
  },

  async handler({ ctx, requester, params }) {
    const scheduled = await listOwnScheduled(ctx.db.query, requester)
    return {
      scheduled_messages: params.allow_empty_topic_name ? scheduled : scheduled.map(nameTopics),
    }
  },
})

const scheduleEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/scheduled_messages',
  tag: 'drafts',
  summary: 'Schedule a message',
  auth: 'basic',
  params: {
    type: text({ ...typeOptions, example: 'private' }),
    to: json(toSchema, { example: [1] }),
    topic: text({ ...topicOptions, description: 'Topic of a stream message' }),
    content: text({ ...contentOptions, description: 'Markdown, at most 10000 bytes' }),
    scheduled_delivery_timestamp: integer(timeOptions),
    read_by_sender,
  },
  response: { scheduled_message_id: Type.Integer() },
  errors: [StreamDoesNotExistError, TimeNotInFutureError],

  async handler({ ctx, requester, params, request }) {
    const to = listOf(params.to)
    const scheduledId = await scheduleMessage(ctx, requester, {
      place:
        kindOf(params.type) === 'stream'
          ? { kind: 'stream', to: singleOf(to), topic: params.topic }
          : { kind: 'private', to },
      content: params.content,
      client: request.clientName,
      realmUrl: request.origin,
      readBySender: params.read_by_sender,
      dueAt: new Date(params.scheduled_delivery_timestamp * 1_000),
    })
    return { scheduled_message_id: scheduledId }
  },
})

const changeScheduledEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/scheduled_messages/{scheduled_message_id}',
  tag: 'drafts',
  summary: 'Change a message that is to be sent later, or could not be sent',
  auth: 'basic',
  params: {
    scheduled_message_id,
    type: text({ ...typeOptions, ...optional }),
    to: json(toSchema, optional),
    topic: text(topicOptions),
    content: text({ ...contentOptions, ...optional }),
    scheduled_delivery_timestamp: integer({ ...timeOptions, ...optional }),
    read_by_sender,
  },
  response: {},
  errors: [
    StreamDoesNotExistError,
    NoSuchScheduledMessageError,
    AlreadySentError,
    TimeNotInFutureError,
  ],

  async handler({ ctx, requester, params, request }) {
    const { scheduled_delivery_timestamp: seconds } = params
    await changeScheduled(ctx, requester, params.scheduled_message_id, {
      type: params.type === undefined ? undefined : kindOf(params.type),
      to: params.to === undefined ? undefined : listOf(params.to),
      topic: params.topic,
      content: params.content,
      readBySender: params.read_by_sender,
      dueAt: seconds === undefined ? undefined : new Date(seconds * 1_000),
      realmUrl: request.origin,
    })
    return {}
  },
})

const removeScheduledEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/scheduled_messages/{scheduled_message_id}',
  tag: 'drafts',
  summary: 'Cancel a scheduled message',
  auth: 'basic',
  params: { scheduled_message_id },
  response: {},
  errors: [NoSuchScheduledMessageError, AlreadySentError],

  async handler({ ctx, requester, params }) {
    await removeScheduled(ctx, requester, params.scheduled_message_id)
    return {}
  },
})

function kindOf(type: string): 'stream' | 'private' {
  const kind = messageTypes[type]
  if (!kind) throw new BadRequestError('Invalid message type')
  return kind
}

function listOf(to: number | readonly number[]): readonly number[] {
  return typeof to === 'number' ? [to] : [...new Set(to)]
}

export const scheduledMessagesEndpoints = [
  listScheduledEndpoint,
  scheduleEndpoint,
  changeScheduledEndpoint,
  removeScheduledEndpoint,
]
