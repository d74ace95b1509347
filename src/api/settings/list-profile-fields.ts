import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'

/** There are none: clients that show them ask all the same. Source: client notes 4. */
export const listProfileFieldsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/profile_fields',
  tag: 'settings',
  summary: 'What people can say about themselves beside their names',
  auth: 'basic',
  params: {},
  response: { custom_fields: Type.Array(Type.Unknown()) },

  handler: async () => ({ custom_fields: [] }),
})
