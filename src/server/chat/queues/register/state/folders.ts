import { Type } from '@sinclair/typebox'
import { listChannelFolders } from '../../../../data/streams/folders'
import { listDefaultStreamGroups } from '../../../../data/streams/default-groups'
import { channelFolderSchema } from '../../../../../shared/channel-folders'
import { presentChannelFolders } from '../../../../wire/channel-folders'
import { defaultStreamGroupSchema } from '../../../../../shared/default-stream-groups'
import { presentDefaultStreamGroup } from '../../../../wire/default-stream-groups'
import { PreparedJson } from '../../../../wire/prepared-json'
import { sizeLimits } from '../../../rules/limits'
import { isGuest } from '../../../../../shared/rules/roles'
import { stateFamily } from './family'

/** Folders of streams, archived ones included. Source: docs/protocol/channel-settings.md#folder-events. */
export const channelFoldersState = stateFamily({
  fetchTypes: ['channel_folders'],
  own: ['realmVersions'],
  keys: {
    channel_folders: Type.Array(channelFolderSchema),
    max_channel_folder_name_length: Type.Integer(),
    max_channel_folder_description_length: Type.Integer(),
  },

  async read({ db, account, remembered }) {
    return remembered('channel_folders', async () => {
      const folders = await listChannelFolders(db, account.realm_id)
      return PreparedJson.of({
        channel_folders: presentChannelFolders(folders),
        max_channel_folder_name_length: sizeLimits.channelFolderNameCharacters,
        max_channel_folder_description_length: sizeLimits.channelFolderDescriptionCharacters,
      })
    })
  },
})

/**
 * Default stream groups; empty for guests, who cannot join them.
 * Source: docs/protocol/channel-settings.md#default-stream-groups.
 */
export const defaultStreamGroupsState = stateFamily({
  fetchTypes: ['default_stream_groups'],
  own: ['realmVersions'],
  keys: { realm_default_stream_groups: Type.Array(defaultStreamGroupSchema) },

  async read({ db, account, remembered }) {
    if (isGuest(account)) return { realm_default_stream_groups: [] }
    return remembered('default_stream_groups', async () => {
      const groups = await listDefaultStreamGroups(db, account.realm_id)
      return PreparedJson.of({ realm_default_stream_groups: groups.map(presentDefaultStreamGroup) })
    })
  },
})
