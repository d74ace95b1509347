import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { converted, flag, text } from '../../http/declare/params'
import { BadRequestError, StreamDoesNotExistError } from '../../services/errors'
import { messageTypes, parseTo, singleStreamOf } from '../../services/messages/sending/addressees'
import { sendPrivately, sendToStream } from '../../services/messages/sending/send-message'
import { maxQueueIdCharacters } from '../events/queue-params'
import { checkContent } from '../../services/texts'
import { renderContent } from '../../services/messages/rendering/rendering'

const toSchema = Type.String({
  description:
    'Stream: its name, or its id as a JSON integer. Private: emails joined by commas, ' +
    'or a JSON list of emails or user ids',
})

export const sendMessageEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages',
  tag: 'messages',
  summary: 'Send a message to a stream, or privately to users',
  auth: 'basic',
  webhookBots: true,
  params: {
    type: text({
      example: 'stream',
      description: '`stream` (or `channel`), `private` (or `direct`)',
    }),
    to: converted(toSchema, parseTo, { example: 'general' }),
    topic: text({
      optional: true,
      example: 'greetings',
      aliases: ['subject'],
      allowNul: true,
      description: 'Topic of a stream message, at most 60 characters; required for streams',
    }),
    content: text({
      allowNul: true,
      example: 'Hello!',
      description: 'Markdown, at most 10000 bytes',
    }),
    queue_id: text({
      optional: true,
      maxLength: maxQueueIdCharacters,
      description: "The sender's own queue, for `local_id`",
    }),
    local_id: text({
      optional: true,
      maxLength: 200,
      description: 'Comes back as `local_message_id` in the event of that queue',
    }),
    read_by_sender: flag({
      optional: true,
      description: 'The sender has read it; default: when the client is an interactive one',
    }),
  },
  response: { id: Type.Integer({ description: 'ID of the new message' }) },
  errors: [StreamDoesNotExistError],

  async handler({ ctx, requester, params, request }) {
    const type = messageTypes[params.type]
    const message = {
      content: params.content,
      client: request.clientName,
      realmUrl: request.origin,
      readBySender: params.read_by_sender,
      echo:
        params.queue_id !== undefined && params.local_id !== undefined
          ? { queueId: params.queue_id, localId: params.local_id }
          : undefined,
    }
    if (type === 'stream') {
      const stream = singleStreamOf(params.to)
      return { id: await sendToStream(ctx, requester, stream, params.topic, message) }
    }
    if (type === 'private') {
      return { id: await sendPrivately(ctx, requester, params.to.list, message) }
    }
    throw new BadRequestError('Invalid message type')
  },
})

const rendered = Type.String({ description: 'HTML' })

export const renderMessageEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/render',
  tag: 'messages',
  summary: 'Render Markdown as a message would be',
  auth: 'basic',
  params: {
    content: text({
      allowNul: true,
      example: 'Hello, *world*!',
      description: 'Markdown, at most 10000 bytes',
    }),
  },
  response: { rendered },

  async handler({ ctx, requester, params, request }) {
    const content = checkContent(params.content)
    const rendered = await renderContent(ctx.db.query, requester, content, {
      linkifiers: ctx.memory.linkifiers,
      realmUrl: request.origin,
    })
    return { rendered: rendered.html }
  },
})
