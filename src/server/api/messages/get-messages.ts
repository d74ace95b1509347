import { Type } from '@sinclair/typebox'
import { searchErrors } from '../../data/engine/searches'
import { endpoint } from '../../http/declare/endpoint'
import { MissingArgumentError } from '../../http/errors'
import { flag, json } from '../../http/declare/params'
import { TooLargeReplyError } from '../../chat/rules/messages/errors'
import { readHistory, readMessages, matchNarrow } from '../../chat/actions/history/history'
import type { NarrowRange } from '../../chat/actions/history/range'
import type { WrittenRecord } from '../../chat/actions/history/write-records'
import { BadNarrowError } from '../../chat/access/narrow/written-terms'
import { PreparedJson } from '../../wire/prepared-json'
import { messageSchema } from '../../../shared/messages'
import {
  anchorDateParam,
  anchorOf,
  anchorParam,
  countParam,
  includeAnchorParam,
  messageIdsSchema,
  narrowParam,
  topicNameParams,
  wishesOf,
  wishParams,
} from '../params/reading-params'

export const getMessagesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages',
  tag: 'messages',
  summary: 'Read messages of the past',
  description:
    'Messages of a narrow around an anchor, by ascending id. Without a narrow, all that the requester ' +
    'received; a narrow that names a stream also shows messages from before the subscription. An answer with ' +
    'large messages has fewer, the nearest to the anchor; `found_oldest` and `found_newest` say so.',
  auth: 'basic',
  shortPath: true,
  params: {
    anchor: anchorParam(),
    anchor_date: anchorDateParam(),
    num_before: countParam('Most messages before the anchor'),
    num_after: countParam('Most messages after the anchor'),
    include_anchor: includeAnchorParam(),
    narrow: narrowParam(),
    message_ids: json(messageIdsSchema, {
      optional: true,
      description: 'These messages instead of a range',
    }),
    use_first_unread_anchor: flag({
      default: false,
      description: 'The older form of `anchor=first_unread`; it wins',
    }),
    ...wishParams,
    ...topicNameParams,
  },
  response: {
    messages: Type.Array(messageSchema),
    anchor: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The message id that the anchor stood for; null with `message_ids`',
    }),
    found_anchor: Type.Boolean(),
    found_oldest: Type.Boolean({ description: 'There is nothing before' }),
    found_newest: Type.Boolean({ description: 'There is nothing after' }),
    history_limited: Type.Boolean(),
  },
  errors: [BadNarrowError, TooLargeReplyError, MissingArgumentError, ...searchErrors],

  async handler({ ctx, requester, params }) {
    const options = wishesOf(params)
    if (params.message_ids) {
      const { narrow, message_ids: messageIds } = params
      const messages = await readMessages(ctx, requester, { narrow, messageIds }, options)
      return answerOf({ ...noRange, messages })
    }
    const page = await readHistory(ctx, requester, rangeOf(params), options)
    return answerOf({ ...page, history_limited: false })
  },
})

type WithMessages = Record<string, unknown> & { messages: readonly WrittenRecord[] }

/** Assembles the answer from messages that are already JSON text. */
function answerOf({ messages, ...rest }: WithMessages): PreparedJson {
  return PreparedJson.of(rest, `"messages":[${messages.map(({ json }) => json).join(',')}]`)
}

const noRange = {
  anchor: null,
  found_anchor: false,
  found_oldest: false,
  found_newest: false,
  history_limited: false,
}

interface RangeParams {
  anchor: Parameters<typeof anchorOf>[0] | undefined
  anchor_date: Date | undefined
  num_before: number | undefined
  num_after: number | undefined
  include_anchor: boolean
  use_first_unread_anchor: boolean
  narrow: readonly unknown[]
}

/** The range to read. @throws MissingArgumentError if `num_before` or `num_after` is missing */
function rangeOf(params: RangeParams): NarrowRange {
  const { num_before: before, num_after: after } = params
  if (before === undefined) throw new MissingArgumentError('num_before')
  if (after === undefined) throw new MissingArgumentError('num_after')
  const written = params.use_first_unread_anchor ? 'first_unread' : params.anchor
  if (written === undefined) throw new MissingArgumentError('anchor')
  const anchor = anchorOf(written, params.anchor_date)
  if (anchor === undefined) throw new MissingArgumentError('anchor_date')
  return { narrow: params.narrow, anchor, before, after, includeAnchor: params.include_anchor }
}

const matchSchema = Type.Object({
  match_content: Type.String({ description: 'HTML with the search words highlighted' }),
  match_subject: Type.String({ description: 'The topic, likewise' }),
})

export const matchNarrowEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages/matches_narrow',
  tag: 'messages',
  summary: 'Which messages are in a narrow',
  auth: 'basic',
  params: {
    msg_ids: json(messageIdsSchema, { example: [31, 32] }),
    narrow: narrowParam(),
    ...topicNameParams,
  },
  response: {
    messages: Type.Record(Type.String(), matchSchema, { description: 'By message id' }),
  },
  errors: [BadNarrowError, TooLargeReplyError, ...searchErrors],

  async handler({ ctx, requester, params }) {
    const messages = await matchNarrow(ctx, requester, {
      narrow: params.narrow,
      messageIds: params.msg_ids,
      namesEmptyTopics: !params.allow_empty_topic_name,
    })
    return { messages }
  },
})
