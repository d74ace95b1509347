import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { listUserGroups } from '../../services/user-groups/read'
import { userGroupSchema } from '../../wire/user-groups'

export const listUserGroupsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_groups',
  tag: 'user groups',
  summary: 'List the user groups of the organisation',
  auth: 'basic',
  params: {
    include_deactivated_groups: flag({ default: false }),
  },
  response: {
    user_groups: Type.Array(userGroupSchema, { description: 'Groups of the system first' }),
  },

  async handler({ ctx, requester, params }) {
    const { realm_id: realmId } = requester
    const options = { includeDeactivated: params.include_deactivated_groups }
    return {
      user_groups: await listUserGroups(ctx.db.query, ctx.clock.now(), realmId, options),
    }
  },
})
