import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { converted, integer, json, text } from '../http/declare/params'
import {
  addDefaultStreamGroup,
  changeDefaultStreamGroup,
  changeStreamsOfGroup,
  removeDefaultStreamGroup,
} from '../chat/actions/streams/default-stream-groups'
import { AdministratorRequiredError, StreamDoesNotExistError } from '../chat/rules/errors'
import { sizeLimits } from '../chat/rules/limits'

/*
 * Default stream groups. Source: docs/protocol/channel-settings.md#default-stream-groups.
 */

const path = '/api/v1/default_stream_groups'
const tag = 'streams'
const maxLength = sizeLimits.defaultStreamGroupNameCharacters
const nulRefusal = (_text: string, place: string) => `${place} contains NULL (0x00) characters.`
const group_id = integer({ min: 0 })
const streamNames = json(
  Type.Array(Type.String({ maxLength: sizeLimits.streamNameCharacters }), { maxItems: 100 }),
  {
    description: 'Names of streams',
    example: ['general'],
  },
)
const description = { nulRefusal, description: 'Description of the streams' }

const createGroupEndpoint = endpoint({
  method: 'POST',
  path: `${path}/create`,
  tag,
  summary: 'Create a group of default streams; administrators only',
  auth: 'basic',
  params: {
    group_name: text({ maxLength, nulRefusal, example: 'Social' }),
    description: text(description),
    stream_names: streamNames,
  },
  response: {},
  errors: [AdministratorRequiredError, StreamDoesNotExistError],

  async handler({ ctx, requester, params }) {
    await addDefaultStreamGroup(ctx, requester, {
      name: params.group_name,
      description: params.description,
      streamNames: params.stream_names,
    })
    return {}
  },
})

const updateGroupEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/{group_id}`,
  tag,
  summary: 'Rename a group of default streams, or describe it anew; administrators only',
  auth: 'basic',
  params: {
    group_id,
    new_group_name: text({ optional: true, maxLength, nulRefusal, example: 'Fun' }),
    new_description: text({ optional: true, ...description }),
  },
  response: {},
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    const { new_group_name: name, new_description: newDescription } = params
    const changes = { name, description: newDescription }
    await changeDefaultStreamGroup(ctx, requester, params.group_id, changes)
    return {}
  },
})

const op = converted<'add' | 'remove'>(
  Type.Union([Type.Literal('add'), Type.Literal('remove')]),
  (word) => (word === 'add' || word === 'remove' ? word : undefined),
  { example: 'add' },
)

const updateStreamsEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/{group_id}/streams`,
  tag,
  summary: 'Change which streams are in a group of default streams; administrators only',
  auth: 'basic',
  params: { group_id, op, stream_names: streamNames },
  response: {},
  errors: [AdministratorRequiredError, StreamDoesNotExistError],

  async handler({ ctx, requester, params }) {
    const { group_id: groupId, op, stream_names: streamNames } = params
    await changeStreamsOfGroup(ctx, requester, groupId, { op, streamNames })
    return {}
  },
})

const deleteGroupEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}/{group_id}`,
  tag,
  summary: 'Remove a group of default streams; administrators only',
  auth: 'basic',
  params: { group_id },
  response: {},
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    await removeDefaultStreamGroup(ctx, requester, params.group_id)
    return {}
  },
})

export const defaultStreamGroupsEndpoints = [
  createGroupEndpoint,
  updateGroupEndpoint,
  updateStreamsEndpoint,
  deleteGroupEndpoint,
]
