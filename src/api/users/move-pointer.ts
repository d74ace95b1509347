import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { movePointer } from '../../services/pointer'

/** Clients of different ages use either method. */
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
