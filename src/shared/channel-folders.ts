import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ChannelFolderRow } from '../server/data/schema'
import { unixSeconds } from './time'

/*
 * Folders of streams.
 * Sources: docs/protocol/channel-settings.md#folder-object,
 * docs/protocol/channel-settings.md#folder-events.
 */

export const channelFolderSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String({ description: 'The description as HTML' }),
  creator_id: Type.Union([Type.Integer(), Type.Null()]),
  date_created: Type.Integer({ description: 'Unix time in seconds' }),
  order: Type.Integer({ description: 'Position in the list' }),
  is_archived: Type.Boolean(),
})

export type ChannelFolderRecord = Static<typeof channelFolderSchema>

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

export type ChannelFolderEvent =
  | { type: 'channel_folder'; op: 'add'; channel_folder: ChannelFolderRecord }
  | {
      type: 'channel_folder'
      op: 'update'
      channel_folder_id: number
      data: Partial<ChannelFolderRecord>
    }
  | { type: 'channel_folder'; op: 'reorder'; order: readonly number[] }

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
