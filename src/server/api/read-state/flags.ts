import { Type } from '@sinclair/typebox'
import { text, json, integer } from '../../http/declare/params'
import { searchErrors } from '../../data/engine/searches'
import { endpoint } from '../../http/declare/endpoint'
import { changeFlagsOfNamed } from '../../chat/actions/read-state/change-flags'
import { InvalidMessageError } from '../../chat/rules/errors'
import { MissingArgumentError } from '../../http/errors'
import { BadNarrowError } from '../../chat/access/narrow/written-terms'
import { changeFlagsInNarrow } from '../../chat/actions/read-state/change-flags-in-narrow'
import {
  anchorDateParam,
  anchorOf,
  anchorParam,
  includeAnchorParam,
  narrowParam,
} from '../params/reading-params'

const flagParams = {
  op: text({ maxLength: 20, example: 'add', description: '`add` or `remove`' }),
  flag: text({ maxLength: 100, example: 'read', description: '`read`, `starred` or `collapsed`' }),
}

const ignoredStreams = Type.Array(Type.Integer(), {
  description:
    'Streams whose messages cannot become unread, since the requester is not subscribed to them',
})

const invalidFlag = {
  code: 'BAD_REQUEST',
  description: 'Clients cannot set this flag, or the operation is unknown.',
  example: "Invalid flag: 'mentioned'",
}

const messageIds = Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: 10_000,
})

export const changeFlagsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/flags',
  tag: 'messages',
  summary: 'Mark messages as read, star or collapse them, or undo that',
  description:
    'Messages that are missing, or that the requester may not read, are passed over, unless all of them are.',
  auth: 'basic',
  shortPath: true,
  params: { messages: json(messageIds), ...flagParams },
  response: {
    messages: Type.Array(Type.Integer(), {
      description: 'Ids of messages that now are as requested',
    }),
    ignored_because_not_subscribed_channels: ignoredStreams,
  },
  errors: [invalidFlag, InvalidMessageError],

  async handler({ ctx, requester, params }) {
    const changed = await changeFlagsOfNamed(ctx, requester, params.messages, params)
    return {
      messages: changed.messageIds,
      ignored_because_not_subscribed_channels: changed.ignoredStreamIds,
    }
  },
})

const idOrNull = Type.Union([Type.Integer(), Type.Null()])

export const changeFlagsInNarrowEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/flags/narrow',
  tag: 'messages',
  summary: 'Set or remove a flag of the messages in a range of a narrow',
  auth: 'basic',
  params: {
    anchor: anchorParam(),
    anchor_date: anchorDateParam(),
    include_anchor: includeAnchorParam(),
    num_before: integer({ min: 0, example: 0, description: 'Most messages before the anchor' }),
    num_after: integer({ min: 0, example: 1000, description: 'Most messages after the anchor' }),
    narrow: narrowParam(),
    ...flagParams,
  },
  response: {
    processed_count: Type.Integer(),
    updated_count: Type.Integer({ description: 'Ids that changed' }),
    first_processed_id: idOrNull,
    last_processed_id: idOrNull,
    found_oldest: Type.Boolean({ description: 'There is nothing before' }),
    found_newest: Type.Boolean({ description: 'There is nothing after' }),
    ignored_because_not_subscribed_channels: ignoredStreams,
  },
  errors: [BadNarrowError, invalidFlag, ...searchErrors],

  async handler({ ctx, requester, params }) {
    if (params.anchor === undefined) throw new MissingArgumentError('anchor')
    const anchor = anchorOf(params.anchor, params.anchor_date)
    if (anchor === undefined) throw new MissingArgumentError('anchor_date')
    const range = {
      narrow: params.narrow,
      anchor,
      before: params.num_before,
      after: params.num_after,
      includeAnchor: params.include_anchor,
    }
    const done = await changeFlagsInNarrow(ctx, requester, range, params)
    return {
      processed_count: done.processedIds.length,
      updated_count: done.changedCount,
      first_processed_id: done.processedIds[0] ?? null,
      last_processed_id: done.processedIds.at(-1) ?? null,
      found_oldest: done.foundOldest,
      found_newest: done.foundNewest,
      ignored_because_not_subscribed_channels: done.ignoredStreamIds,
    }
  },
})
