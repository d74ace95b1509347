import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { markAllAsRead } from '../../services/read-state/mark-as-read'

export const markAllAsReadEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/mark_all_as_read',
  tag: 'messages',
  summary: 'Mark everything that the requester has received as read',
  auth: 'basic',
  params: {},
  response: { complete: Type.Literal(true, { description: 'Nothing is left to do' }) },

  async handler({ ctx, requester }) {
    await markAllAsRead(ctx, requester)
    return { complete: true as const }
  },
})
