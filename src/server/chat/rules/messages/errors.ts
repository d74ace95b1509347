import { Type } from '@sinclair/typebox'
import { ApiError, fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'
import { emptyTopicName } from '../../../../shared/rules/empty-topics'

/*
 * Refusals to read, write or change messages, and refusals of topics.
 * Sources: docs/protocol/messages.md#edit-policy, docs/protocol/messages.md#delete.
 */

/** Source: docs/protocol/history.md#page-bytes. */
export class TooLargeReplyError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The named messages are too large for one reply.',
  example: 'The messages are too large for one reply. Please ask for fewer at a time.',
}) {}

export class NothingToChangeError extends fixedError({
  description: 'The call names nothing that should become different.',
  example: 'Nothing to change',
}) {}

export class EditingDisabledError extends fixedError({
  description: 'This organization allows no edits of messages.',
  example: 'Your organization has turned off message editing',
}) {}

export class EditNotAllowedError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The message is not for the requester to change.',
  example: "You don't have permission to edit this message",
}) {}

export class ResolveNotAllowedError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The organization lets not everybody say that topics are resolved.',
  example: "You don't have permission to resolve topics.",
}) {}

export class EmptyTopicResolutionError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The empty topic cannot be marked as resolved.',
  example: 'General chat cannot be marked as resolved',
}) {}

export class EditTimeLimitError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The message is too old to be changed.',
  example: 'The time limit for editing this message has passed',
}) {}

export class WidgetEditError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Polls and to-do lists stay as they were sent.',
  example: 'Widgets cannot be edited.',
}) {}

/** Refusal of an edit that is based on an outdated version of the message. */
export class ExpectationMismatchError extends fixedError({
  code: 'EXPECTATION_MISMATCH',
  description: 'The message does not say any more what the client took it to say.',
  example: 'The message has been edited since you last saw it',
}) {}

/** Refusal to move a topic with messages that are too old to move. */
export class MoveTimeLimitError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    description: 'Some of the messages that would be moved are too old for that.',
    fields: {
      first_message_id_allowed_to_move: Type.Integer(),
      total_messages_in_topic: Type.Integer(),
      total_messages_allowed_to_move: Type.Integer(),
    },
    example: 'You only have permission to move the 3/10 most recent messages in this topic.',
  }

  constructor(firstAllowedId: number, allowed: number, total: number) {
    super(
      `You only have permission to move the ${allowed}/${total} most recent messages in this topic.`,
      {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        fields: {
          first_message_id_allowed_to_move: firstAllowedId,
          total_messages_in_topic: total,
          total_messages_allowed_to_move: allowed,
        },
      },
    )
  }
}

export class DeleteNotAllowedError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The message is not for the requester to delete.',
  example: "You don't have permission to delete this message",
}) {}

export class DeleteTimeLimitError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The message is too old for its sender to delete it.',
  example: 'The time limit for deleting this message has passed',
}) {}

export class EditHistoryDisabledError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'This organization shows no history of messages.',
  example: 'Message edit history is disabled in this organization',
}) {}

export class ReadReceiptsDisabledError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'This organization does not show who has read a message.',
  example: 'Read receipts are disabled in this organization.',
}) {}

/** Refusal of a wildcard mention. */
export class WildcardMentionNotAllowedError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    description:
      'The organization lets not everybody mention so many people; for a topic the code begins ' +
      'with TOPIC.',
    example: 'You do not have permission to use wildcard mentions in this stream.',
  }

  constructor(place: 'STREAM' | 'TOPIC') {
    super(
      place === 'STREAM'
        ? 'You do not have permission to use wildcard mentions in this stream.'
        : 'You do not have permission to use topic wildcard mentions in this topic.',
      { code: `${place}_WILDCARD_MENTION_NOT_ALLOWED` },
    )
  }
}

/** Refusal of the empty topic. */
export class EmptyTopicNotAllowedError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Every message of the channel names its topic.',
  example: `Sending messages to the ${emptyTopicName} is not allowed in this channel.`,
}) {}

/** Refusal of a topic with a name. */
export class NamedTopicNotAllowedError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The channel takes messages of the empty topic only.',
  example: `Only the ${emptyTopicName} topic is allowed in this channel.`,
}) {}

/** Refusal of a topic that has no message yet. */
export class TopicCreationError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The topic has no message yet, and the requester may not begin topics there.',
  example: 'You do not have permission to create new topics in this channel.',
}) {}

/** Refusal to reserve a stream for the empty topic. */
export class CannotSetTopicsPolicyError extends fixedError({
  code: 'CANNOT_SET_TOPICS_POLICY',
  description: 'The channel has messages of other topics than the empty one.',
  example: `To enable this configuration, all messages in this channel must be in the ${emptyTopicName} topic. Consider renaming or deleting other topics.`,
}) {}
