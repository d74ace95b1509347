import { Type } from '@sinclair/typebox'
import type { ErrorDoc } from '../../lib/api-error'

/*
 * The refusals of the event operations as the OpenAPI document shows them.
 * Sources: docs/protocol/event-queues.md#arguments, docs/protocol/event-queues.md#polling,
 * docs/protocol/event-queues.md#delete.
 */

export const badEventQueueId: ErrorDoc = {
  code: 'BAD_EVENT_QUEUE_ID',
  description: 'The queue does not exist: unknown, deleted, expired or dropped. Register again.',
  fields: { queue_id: Type.String() },
  example: 'Bad event queue id: 1544180400:99',
}

export const foreignQueue: ErrorDoc = {
  code: 'BAD_REQUEST',
  description: 'The queue belongs to another account.',
  example: 'You are not authorized to get events from this queue',
}

export const inaccessibleQueue: ErrorDoc = {
  description: 'The queue belongs to another account.',
  example: 'You are not authorized to access this queue',
}

export const unsupportedOperator: ErrorDoc = {
  code: 'BAD_REQUEST',
  description: 'The narrow of a queue knows the operators stream, topic, sender and is.',
  example: 'Operator pm-with not supported.',
}
