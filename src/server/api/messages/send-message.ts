import { isSameName } from '../../../shared/rules/letter-case'
import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { converted, flag, text } from '../../http/declare/params'
import {
  BadRequestError,
  NotAuthorizedForQueryError,
  StreamDoesNotExistError,
} from '../../chat/rules/errors'
import { sizeLimits } from '../../chat/rules/limits'
import {
  EmptyTopicNotAllowedError,
  NamedTopicNotAllowedError,
  TopicCreationError,
} from '../../chat/rules/messages/errors'
import {
  byIdOrName,
  messageTypes,
  parseTo,
  singleStreamOf,
} from '../../chat/posting/sending/addressees'
import { sendPrivately, sendToStream } from '../../chat/posting/sending/send-message'
import { TimeNotInFutureError } from '../../chat/rules/scheduled-messages/errors'
import { readDeliveryTime } from '../../chat/rules/scheduled-messages/time'
import { scheduleMessage } from '../../chat/actions/scheduled-messages/schedule'
import type { DestinationInput } from '../../chat/actions/scheduled-messages/schedule'
import { maxQueueIdCharacters } from '../params/queue-params'
import { checkContent, nulRefusals } from '../../chat/rules/texts'
import { renderContent } from '../../chat/posting/rendering/rendering'
import { unbuiltOfSending } from '../params/unbuilt'
import { looksEmpty } from '../../lib/characters'

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
  anyNumber: true,
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
      nulRefusal: nulRefusals.topic,
      description:
        'Topic of a stream message, at most 60 characters; empty where the stream takes the empty topic',
    }),
    content: text({
      nulRefusal: nulRefusals.content,
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
    forged: text({
      optional: true,
      maxLength: 100,
      description: 'Refused, unless it is `false`: nobody sends in the name of others',
    }),
    sender: text({
      optional: true,
      maxLength: sizeLimits.emailCharacters,
      description: "Refused, unless it is the requester's own email",
    }),
    read_by_sender: flag({
      optional: true,
      description: 'The sender has read it; default: when the client is an interactive one',
    }),
    delivery_type: text({
      optional: true,
      maxLength: 20,
      description:
        'For older clients: `send_later` and `remind` schedule the message, `send_now` does not',
    }),
    deliver_at: text({
      optional: true,
      maxLength: 100,
      description: 'When it is to be sent, as Unix time in seconds or in ISO 8601',
    }),
    tz_guess: text({
      optional: true,
      maxLength: 40,
      description: "Zone of `deliver_at`; default: the requester's own",
    }),
  },
  unbuilt: unbuiltOfSending,
  response: {
    id: Type.Optional(Type.Integer({ description: 'ID of the new message' })),
    automatic_new_visibility_policy: Type.Optional(
      Type.Integer({
        description:
          'Visibility policy of the topic, if sending has changed it: 2 unmuted, 3 followed',
      }),
    ),
    deliver_at: Type.Optional(
      Type.String({
        description: 'When it will be sent, in ISO 8601; only where it was scheduled',
      }),
    ),
    scheduled_message_id: Type.Optional(Type.Integer({ description: 'With `deliver_at`' })),
  },
  errors: [
    StreamDoesNotExistError,
    NotAuthorizedForQueryError,
    EmptyTopicNotAllowedError,
    NamedTopicNotAllowedError,
    TopicCreationError,
    TimeNotInFutureError,
  ],

  async handler({ ctx, requester, params, request }) {
    refuseForgery(requester, params)
    const type = messageTypes[params.type]
    const dueAt = laterTime({
      deliveryType: params.delivery_type,
      deliverAt: params.deliver_at,
      timezone: params.tz_guess ?? requester.timezone,
    })
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
    if (dueAt && type) {
      const schedule = async (place: DestinationInput) =>
        scheduleMessage(ctx, requester, { ...message, place, dueAt })
      const { topic } = params
      const scheduledId = await (type === 'stream'
        ? byIdOrName(singleStreamOf(params.to), (to) => schedule({ kind: 'stream', to, topic }))
        : schedule({ kind: 'private', to: params.to.list }))
      return { deliver_at: dueAt.toISOString(), scheduled_message_id: scheduledId }
    }
    if (type === 'stream') {
      const stream = singleStreamOf(params.to)
      const sent = await sendToStream(ctx, requester, { to: stream, topic: params.topic }, message)
      const { id, newVisibility } = sent
      return newVisibility ? { id, automatic_new_visibility_policy: newVisibility } : { id }
    }
    if (type === 'private') {
      return { id: await sendPrivately(ctx, requester, params.to.list, message) }
    }
    throw new BadRequestError('Invalid message type')
  },
})

/** @throws NotAuthorizedForQueryError. Source: docs/protocol/messages.md#forged. */
function refuseForgery(
  { email }: { email: string },
  { forged, sender }: { forged: string | undefined; sender: string | undefined },
): void {
  const isForged = forged !== undefined && !['', 'false'].includes(forged.trim().toLowerCase())
  const isOther = sender !== undefined && !isSameName(sender.trim(), email)
  if (isForged || isOther) throw new NotAuthorizedForQueryError()
}

/** Arguments with which older clients schedule a message when sending it. */
interface OldWishes {
  /** `send_later`, `remind` or `send_now`; absent if the client sent only a time. */
  deliveryType: string | undefined
  deliverAt: string | undefined
  /** Time zone of `deliverAt`; by default the requester's. */
  timezone: string
}

/**
 * Delivery time of a message from these arguments; undefined: send now. Incomplete or contradictory
 * arguments are refused, so a message meant for later is never sent at once.
 *
 * @throws BadRequestError. Source: docs/protocol/messages.md#send-later.
 */
function laterTime({ deliveryType, deliverAt, timezone }: OldWishes): Date | undefined {
  if (deliveryType === undefined && deliverAt === undefined) return undefined
  const type = (deliveryType ?? 'send_later').trim().replace(/^"(.*)"$/, '$1')
  if (type === 'send_now' && deliverAt === undefined) return undefined
  if (type !== 'send_later' && type !== 'remind') throw new BadRequestError('Invalid delivery_type')
  if (deliverAt === undefined) {
    throw new BadRequestError('Missing deliver_at in a request for delayed message delivery')
  }
  return readDeliveryTime(deliverAt, timezone)
}

const rendered = Type.String({ description: 'HTML' })

export const renderMessageEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/render',
  tag: 'messages',
  summary: 'Render Markdown as a message would be',
  auth: 'basic',
  scope: 'read',
  params: {
    content: text({
      nulRefusal: nulRefusals.content,
      example: 'Hello, *world*!',
      description: 'Markdown, at most 10000 bytes',
    }),
  },
  response: { rendered },

  async handler({ ctx, requester, params, request }) {
    if (looksEmpty(params.content)) return { rendered: '' }
    const content = checkContent(params.content)
    const rendered = await renderContent(ctx.db.dated(), requester, content, {
      linkifiers: ctx.caches.linkifiers,
      renderer: ctx.renderer,
      realmUrl: request.origin,
    })
    return { rendered: rendered.html }
  },
})
