import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

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

export type ChannelFolderEvent =
  | { type: 'channel_folder'; op: 'add'; channel_folder: ChannelFolderRecord }
  | {
      type: 'channel_folder'
      op: 'update'
      channel_folder_id: number
      data: Partial<ChannelFolderRecord>
    }
  | { type: 'channel_folder'; op: 'reorder'; order: readonly number[] }
