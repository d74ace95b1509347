import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { MissingArgumentError } from '../../http/errors'
import { integer } from '../../http/params'
import { BadNarrowError } from '../../services/narrow/errors'
import { changeFlagsInNarrow } from '../../services/read-state/change-flags-in-narrow'
import {
  anchorDateParam,
  anchorOf,
  anchorParam,
  includeAnchorParam,
} from '../messages/anchor-params'
import { narrowParam } from '../messages/read-params'
import { flagParams, ignoredStreams, invalidFlag } from './flag-params'

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
    updated_count: Type.Integer({ description: 'Of these, what was not so before' }),
    first_processed_id: idOrNull,
    last_processed_id: idOrNull,
    found_oldest: Type.Boolean({ description: 'There is nothing before' }),
    found_newest: Type.Boolean({ description: 'There is nothing after' }),
    ignored_because_not_subscribed_channels: ignoredStreams,
  },
  errors: [BadNarrowError, invalidFlag],

  async handler({ ctx, requester, params }) {
    if (params.anchor === undefined) throw new MissingArgumentError('anchor')
    const anchor = anchorOf(params.anchor, params.anchor_date)
    if (anchor === undefined) throw new MissingArgumentError('anchor_date')
    const range = {
      anchor,
      before: params.num_before,
      after: params.num_after,
      includeAnchor: params.include_anchor,
    }
    const done = await changeFlagsInNarrow(ctx, requester, params.narrow, range, params)
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
