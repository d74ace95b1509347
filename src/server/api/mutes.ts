import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { converted, text, integer, jsonInteger } from '../http/declare/params'
import {
  InvalidStreamIdError,
  StreamDoesNotExistError,
  NoSuchUserError,
} from '../chat/rules/errors'
import { setTopicMuted, setTopicVisibility } from '../chat/posting/mutes/topics'
import { streamReferenceParams, theOneStream } from './params/stream-reference'
import type { TopicVisibility } from '../data/schema'
import { muteUser, unmuteUser } from '../chat/actions/users/muted-users'
import { userReference } from './users/read-users'
import { nulRefusals } from '../chat/rules/texts'

const op = converted(Type.Union([Type.Literal('add'), Type.Literal('remove')]), (raw) =>
  raw === 'add' || raw === 'remove' ? raw : undefined,
)

/** Mutes or unmutes a topic; for older clients, which know only these two states. */
const muteTopicEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/me/subscriptions/muted_topics',
  tag: 'mutes',
  summary: 'Mute a topic, or end that',
  auth: 'basic',
  params: {
    ...streamReferenceParams,
    topic: text({ example: 'lunch', nulRefusal: nulRefusals.topic }),
    op,
  },
  response: {},
  errors: [
    InvalidStreamIdError,
    StreamDoesNotExistError,
    { code: 'BAD_REQUEST', description: 'It is muted already.', example: 'Topic already muted' },
    { code: 'BAD_REQUEST', description: 'It is not muted.', example: 'Topic is not muted' },
  ],

  async handler({ ctx, requester, params }) {
    const stream = theOneStream(params)
    await setTopicMuted(ctx, requester, { stream, topic: params.topic }, params.op === 'add')
    return {}
  },
})

const setTopicVisibilityEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_topics',
  tag: 'mutes',
  summary: 'Mute, unmute or follow a topic',
  auth: 'basic',
  params: {
    stream_id: integer({ min: 0 }),
    topic: text({ example: 'lunch', nulRefusal: nulRefusals.topic }),
    visibility_policy: jsonInteger({
      min: 0,
      max: 3,
      example: 1,
      description: '0 as the stream is, 1 muted, 2 unmuted in a muted stream, 3 followed',
    }),
  },
  response: {},
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    const { stream_id: stream, topic, visibility_policy: visibility } = params
    await setTopicVisibility(ctx, requester, { stream, topic }, visibility as TopicVisibility | 0)
    return {}
  },
})

const muteUserEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/muted_users/{muted_user_id}',
  tag: 'mutes',
  summary: 'Mute a user',
  auth: 'basic',
  params: { muted_user_id: userReference() },
  response: {},
  errors: [
    NoSuchUserError,
    {
      code: 'BAD_REQUEST',
      description: 'Users cannot mute themselves.',
      example: 'Cannot mute self',
    },
    { code: 'BAD_REQUEST', description: 'That is so already.', example: 'User already muted' },
  ],

  async handler({ ctx, requester, params }) {
    await muteUser(ctx, requester, params.muted_user_id)
    return {}
  },
})

const unmuteUserEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/muted_users/{muted_user_id}',
  tag: 'mutes',
  summary: 'Mute somebody no longer',
  auth: 'basic',
  params: { muted_user_id: userReference() },
  response: {},
  errors: [
    NoSuchUserError,
    { code: 'BAD_REQUEST', description: 'It was not so.', example: 'User is not muted' },
  ],

  async handler({ ctx, requester, params }) {
    await unmuteUser(ctx, requester, params.muted_user_id)
    return {}
  },
})

export const mutesEndpoints = [
  setTopicVisibilityEndpoint,
  muteTopicEndpoint,
  muteUserEndpoint,
  unmuteUserEndpoint,
]
