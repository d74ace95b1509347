import { Type } from '@sinclair/typebox'

import { endpoint } from '../../../../src/server/http/declare/endpoint'
import type { Method } from '../../../../src/server/http/declare/endpoint'
import { flag, integer, json, text } from '../../../../src/server/http/declare/params'

/** Endpoints at `/api/v1/echo`, one per method, that answer with the received arguments. */
export const echoEndpoints = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as Method[]).map((method) =>
  endpoint({
    method,
    path: '/api/v1/echo',
    tag: 'echo',
    summary: 'Answers its arguments',
    auth: 'none',
    params: {
      topic: text({ aliases: ['subject'], optional: true }),
      count: integer({ optional: true }),
      loud: flag({ default: false }),
      names: json(Type.Array(Type.String()), { optional: true }),
    },
    response: {
      method: Type.String(),
      topic: Type.Optional(Type.String()),
      count: Type.Optional(Type.Integer()),
      loud: Type.Boolean(),
      names: Type.Optional(Type.Array(Type.String())),
    },
    async handler({ params }) {
      return { method, ...params }
    },
  }),
)
