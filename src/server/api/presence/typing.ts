import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { converted, integer, text } from '../../http/declare/params'
import {
  BadRequestError,
  InvalidMessageError,
  StreamDoesNotExistError,
} from '../../chat/rules/errors'
import {
  EditingDisabledError,
  EditNotAllowedError,
  EditTimeLimitError,
  WidgetEditError,
} from '../../chat/rules/messages/errors'
import {
  byIdOrName,
  messageTypes,
  parseTo,
  singleStreamOf,
} from '../../chat/posting/sending/addressees'
import type { Addressee } from '../../chat/posting/sending/addressees'
import { typeInEdit, typePrivately, typeToStream } from '../../chat/actions/messages/typing'
import { nulRefusals } from '../../chat/rules/texts'

const toSchema = Type.String({
  description:
    'Private: a JSON list of user ids or emails, or one email; stream: its id, where older ' +
    'clients do not send `stream_id`',
})

export const sendTypingEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/typing',
  tag: 'presence',
  summary: 'Tell others that the requester is typing a message, or stopped',
  description:
    'Nothing is stored. In a stream, subscribers get an event if their queues declared ' +
    '`stream_typing_notifications`.',
  auth: 'basic',
  params: {
    type: text({
      default: 'direct',
      example: 'stream',
      description: '`direct` (or `private`), `stream` (or `channel`)',
    }),
    op: text({ example: 'start', description: '`start` or `stop`' }),
    to: converted(toSchema, parseTo, { optional: true, example: 'general' }),
    stream_id: integer({ optional: true, min: 0, description: 'Stream that is written to' }),
    topic: text({
      optional: true,
      example: 'greetings',
      aliases: ['subject'],
      nulRefusal: nulRefusals.topic,
      description: 'Topic in the stream',
    }),
  },
  response: {},
  errors: [StreamDoesNotExistError],

  async handler({ ctx, requester, params }) {
    const { op, to, topic, stream_id: streamId } = params
    const type = messageTypes[params.type]
    if (type === 'private') {
      await typePrivately(ctx, requester, op, to?.list ?? [])
    } else if (type === 'stream') {
      const typeIn = async (stream: Addressee | undefined) =>
        typeToStream(ctx, requester, { op, stream, topic })
      const named = to && to.list.length > 0 ? singleStreamOf(to) : undefined
      if (streamId !== undefined || named === undefined) await typeIn(streamId)
      else await byIdOrName(named, typeIn)
    } else {
      throw new BadRequestError('Invalid type')
    }
    return {}
  },
})

export const sendEditTypingEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/{message_id}/typing',
  tag: 'presence',
  summary: 'Tell others that the requester edits a message, or stopped',
  description:
    'Nothing is stored. For a message in a stream, queues get an event if they declared ' +
    '`stream_typing_notifications`.',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    op: text({ example: 'start', description: '`start` or `stop`' }),
  },
  response: {},
  errors: [
    InvalidMessageError,
    EditingDisabledError,
    EditNotAllowedError,
    EditTimeLimitError,
    WidgetEditError,
  ],

  async handler({ ctx, requester, params }) {
    await typeInEdit(ctx, requester, params.message_id, params.op)
    return {}
  },
})
