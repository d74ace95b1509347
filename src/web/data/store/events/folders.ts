import { withChanges, withRecord } from '../../records/records'
import type { Handlers } from './handlers'

/*
 * Events of channel folders and of groups of default streams.
 * Sources: docs/protocol/channel-settings.md#folder-events,
 * docs/protocol/channel-settings.md#default-stream-groups.
 */

export const folderEvents: Handlers = {
  'channel_folder/add': (state, event) => {
    const folder = event.channel_folder
    state.channel_folders = withRecord(state.channel_folders, 'id', folder)
  },
  'channel_folder/update': (state, { channel_folder_id: id, data }) => {
    state.channel_folders = withChanges(state.channel_folders, 'id', id, data)
  },
  'channel_folder/reorder': (state, event) => {
    const order = event.order
    state.channel_folders = state.channel_folders
      .map((folder) => ({ ...folder, order: order.indexOf(folder.id) }))
      .sort((a, b) => a.order - b.order)
  },
  'default_stream_groups/': (state, event) => {
    state.realm_default_stream_groups = event.default_stream_groups
  },
}
