import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { flag, integer, json, text } from '../http/declare/params'
import {
  addFolder,
  changeFolder,
  listFolderRecords,
  orderFolders,
} from '../chat/actions/streams/channel-folders'
import { AdministratorRequiredError } from '../chat/rules/errors'
import { sizeLimits } from '../chat/rules/limits'
import { channelFolderSchema } from '../../shared/channel-folders'

/*
 * Folders of streams. Source: docs/protocol/channel-settings.md#channel-folders.
 */

const path = '/api/v1/channel_folders'
const tag = 'streams'
const nulRefusal = (_text: string, place: string) => `${place} contains NULL (0x00) characters.`
const limits = {
  name: { maxLength: sizeLimits.channelFolderNameCharacters, nulRefusal },
  description: { maxLength: sizeLimits.channelFolderDescriptionCharacters, nulRefusal },
}

const listFoldersEndpoint = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'Folders that streams are in',
  auth: 'basic',
  params: { include_archived: flag({ default: false, description: 'Archived ones too' }) },
  response: { channel_folders: Type.Array(channelFolderSchema, { description: 'In their order' }) },

  async handler({ ctx, requester, params }) {
    const includeArchived = params.include_archived
    return {
      channel_folders: await listFolderRecords(ctx.db.query, requester, { includeArchived }),
    }
  },
})

const createFolderEndpoint = endpoint({
  method: 'POST',
  path: `${path}/create`,
  tag,
  summary: 'Make a folder for streams; administrators only',
  auth: 'basic',
  params: {
    name: text({ ...limits.name, example: 'Work' }),
    description: text({ ...limits.description, default: '' }),
  },
  response: { channel_folder_id: Type.Integer() },
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    return { channel_folder_id: await addFolder(ctx, requester, params) }
  },
})

const updateFolderEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/{channel_folder_id}`,
  tag,
  summary: 'Change a folder of streams, archive it or bring it back; administrators only',
  auth: 'basic',
  params: {
    channel_folder_id: integer({ min: 0 }),
    name: text({ ...limits.name, optional: true }),
    description: text({ ...limits.description, optional: true }),
    is_archived: flag({ optional: true }),
  },
  response: {},
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    const { channel_folder_id: id, is_archived: isArchived, name, description } = params
    await changeFolder(ctx, requester, id, { name, description, isArchived })
    return {}
  },
})

const orderFoldersEndpoint = endpoint({
  method: 'PATCH',
  path,
  tag,
  summary: 'Put the folders of streams in another order; administrators only',
  auth: 'basic',
  params: {
    order: json(Type.Array(Type.Integer(), { maxItems: sizeLimits.channelFolders }), {
      description: 'Ids of all folders, archived ones too',
    }),
  },
  response: {},
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    await orderFolders(ctx, requester, params.order)
    return {}
  },
})

export const channelFoldersEndpoints = [
  listFoldersEndpoint,
  createFolderEndpoint,
  updateFolderEndpoint,
  orderFoldersEndpoint,
]
