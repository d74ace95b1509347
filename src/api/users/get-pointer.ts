import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'

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
