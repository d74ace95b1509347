import { randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { getOwnProfile } from '../../chat/access/users/read-users'
import { userSchema, apiKeySchema } from '../../../shared/users'
import { CannotDeactivateLastUserError } from '../../chat/rules/errors'
import { deactivateOwnAccount } from '../../chat/actions/users/activation'
import { regenerateOwnKey } from '../../chat/actions/users/own-account'
import { integer } from '../../http/declare/params'
import { movePointer } from '../../chat/actions/own-lists/pointer'

/**
 * Answers the requester's own account.
 * Sources: docs/protocol/contract.md#get-own-profile, docs/protocol/users.md#own-profile.
 */
export const getOwnProfileEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/me',
  tag: 'users',
  summary: 'Show the account of the requester',
  auth: 'basic',
  params: {},
  response: {
    ...userSchema.properties,
    client_id: Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'Random, another one with every call',
    }),
    pointer: Type.Integer({ description: 'Message the pointer is on; -1 when unset' }),
    max_message_id: Type.Integer({
      description: 'Last message that the requester sent; -1 when there is none',
    }),
  },

  async handler({ ctx, requester }) {
    const { user, pointer, lastSentId } = await getOwnProfile(ctx, requester)
    const client_id = randomBytes(16).toString('hex')
    return { ...user, client_id, pointer, max_message_id: lastSentId }
  },
})

export const deactivateOwnAccountEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me',
  tag: 'users',
  summary: 'Deactivate the account of the requester',
  description: 'The bots it owns are deactivated as well. Bots cannot do this to themselves.',
  auth: 'basic',
  scope: 'administration',
  params: {},
  response: {},
  errors: [
    CannotDeactivateLastUserError,
    {
      description: 'The requester is a bot.',
      example: 'This endpoint does not accept bot requests.',
    },
  ],

  async handler({ ctx, requester }) {
    await deactivateOwnAccount(ctx, requester)
    return {}
  },
})

export const regenerateOwnKeyEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/api_key/regenerate',
  tag: 'users',
  summary: 'Give the requester a new API key',
  description: 'The old key is dead at once.',
  auth: 'basic',
  scope: 'full',
  needsProof: true,
  params: {},
  response: { api_key: apiKeySchema },

  async handler({ ctx, requester }) {
    return { api_key: await regenerateOwnKey(ctx, requester) }
  },
})

export const getPointerEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/me/pointer',
  tag: 'users',
  summary: 'Show which message the pointer of the requester is on',
  auth: 'basic',
  params: {},
  response: {
    pointer: Type.Integer({ description: '-1 when unset' }),
  },

  async handler({ requester }) {
    return { pointer: requester.pointer }
  },
})

/** Clients use POST or PUT, depending on their age. */
const movePointerEndpointFor = (method: 'POST' | 'PUT') =>
  endpoint({
    method,
    path: '/api/v1/users/me/pointer',
    tag: 'users',
    summary: 'Move the pointer of the requester forward',
    description: 'It never moves back: an older message changes nothing.',
    auth: 'basic',
    params: {
      pointer: integer({ min: 0, description: 'Id of a message in the history of the requester' }),
    },
    response: {},
    errors: [
      {
        code: 'BAD_REQUEST',
        description: 'The message is not in the history of the requester.',
        example: 'Invalid message ID',
      },
    ],

    async handler({ ctx, requester, params }) {
      await movePointer(ctx, requester, params.pointer)
      return {}
    },
  })

export const movePointerEndpoint = movePointerEndpointFor('POST')
export const putPointerEndpoint = movePointerEndpointFor('PUT')
