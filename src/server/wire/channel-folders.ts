import type { ChannelFolderEvent, ChannelFolderRecord } from '../../shared/channel-folders'
import type { ChannelFolderRow } from '../data/schema'
import { unixSeconds } from './time'

/** @param order index among all folders of the realm, from 0 */
export function presentChannelFolder(folder: ChannelFolderRow, order: number): ChannelFolderRecord {
  return {
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.rendered_description,
    creator_id: folder.creator_id,
    date_created: unixSeconds(folder.created_at),
    order,
    is_archived: folder.archived_at !== null,
  }
}

/** @param folders all folders of a realm, in their order */
export function presentChannelFolders(folders: readonly ChannelFolderRow[]): ChannelFolderRecord[] {
  return folders.map(presentChannelFolder)
}

export function channelFolderAdded(folder: ChannelFolderRecord): ChannelFolderEvent {
  return { type: 'channel_folder', op: 'add', channel_folder: folder }
}

export function channelFolderChanged(
  id: number,
  data: Partial<ChannelFolderRecord>,
): ChannelFolderEvent {
  return { type: 'channel_folder', op: 'update', channel_folder_id: id, data }
}

/** @param order ids of all folders */
export function channelFoldersOrdered(order: readonly number[]): ChannelFolderEvent {
  return { type: 'channel_folder', op: 'reorder', order }
}
