import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { converted, flag, integer, text } from '../../http/declare/params'
import {
  InvalidMessageError,
  InvalidStreamIdError,
  StreamDoesNotExistError,
} from '../../chat/rules/errors'
import { editMessage } from '../../chat/actions/messages/editing/edit-message'
import {
  DeleteNotAllowedError,
  DeleteTimeLimitError,
  EditingDisabledError,
  EditNotAllowedError,
  EditTimeLimitError,
  EmptyTopicNotAllowedError,
  EmptyTopicResolutionError,
  ExpectationMismatchError,
  MoveTimeLimitError,
  NamedTopicNotAllowedError,
  NothingToChangeError,
  TopicCreationError,
  WidgetEditError,
} from '../../chat/rules/messages/errors'
import { propagateModes } from '../../../shared/message-events'
import type { PropagateMode } from '../../../shared/message-events'
import { deleteMessage } from '../../chat/actions/messages/delete-messages'
import { nulRefusals } from '../../chat/rules/texts'

const modeSchema = Type.Union(propagateModes.map((mode) => Type.Literal(mode)))

export const updateMessageEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/messages/{message_id}',
  tag: 'messages',
  summary: 'Edit a message, or move it and others to another topic or stream',
  description:
    'Content is for its sender to edit, while the message is new. Topics are for senders and ' +
    'administrators to change, and while the message is new for other members. Administrators ' +
    'move messages to other streams.',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    content: text({
      optional: true,
      nulRefusal: nulRefusals.content,
      example: 'Hello again!',
      description: 'Markdown, at most 10000 bytes; an empty one becomes `(deleted)`',
    }),
    topic: text({
      optional: true,
      aliases: ['subject'],
      nulRefusal: nulRefusals.topic,
      description: 'The new topic, at most 60 characters',
    }),
    stream_id: integer({ optional: true, min: 0, description: 'The new stream' }),
    propagate_mode: converted<PropagateMode>(
      modeSchema,
      (raw) => propagateModes.find((mode) => mode === raw.trim()),
      { default: 'change_one', description: 'Which messages of the topic move along' },
    ),
    send_notification_to_old_thread: flag({
      default: false,
      description: 'Post a notice with the new place to the old topic',
    }),
    send_notification_to_new_thread: flag({
      default: true,
      description: 'Post a notice with the old place to the new topic',
    }),
    prev_content_sha256: text({
      optional: true,
      maxLength: 100,
      description: 'SHA-256 of the content that the edit is of, in hex',
    }),
  },
  response: { detached_uploads: Type.Array(Type.Unknown()) },
  errors: [
    NothingToChangeError,
    InvalidMessageError,
    EditingDisabledError,
    EditNotAllowedError,
    EditTimeLimitError,
    ExpectationMismatchError,
    WidgetEditError,
    MoveTimeLimitError,
    EmptyTopicNotAllowedError,
    EmptyTopicResolutionError,
    NamedTopicNotAllowedError,
    TopicCreationError,
    InvalidStreamIdError,
    StreamDoesNotExistError,
  ],

  async handler({ ctx, requester, params, request }) {
    await editMessage(ctx, requester, params.message_id, {
      content: params.content,
      prevContentSha256: params.prev_content_sha256,
      realmUrl: request.origin,
      topic: params.topic,
      streamId: params.stream_id,
      propagateMode: params.propagate_mode,
      notifiesOldThread: params.send_notification_to_old_thread,
      notifiesNewThread: params.send_notification_to_new_thread,
    })
    return { detached_uploads: [] }
  },
})

export const deleteMessageEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/messages/{message_id}',
  tag: 'messages',
  summary: 'Delete a message for good; its sender while it is new, administrators always',
  auth: 'basic',
  params: { message_id: integer({ min: 0 }) },
  response: {},
  errors: [InvalidMessageError, DeleteNotAllowedError, DeleteTimeLimitError],

  async handler({ ctx, requester, params }) {
    await deleteMessage(ctx, requester, params.message_id)
    return {}
  },
})
