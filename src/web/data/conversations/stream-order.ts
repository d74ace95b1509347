import type { ChannelFolder, State, Subscription } from '../records/state'
import { byName } from './names'

/** Order of streams in lists: pinned first, then by name. */
export function byPlace(a: Subscription, b: Subscription): number {
  return Number(b.pin_to_top) - Number(a.pin_to_top) || byName(a.name, b.name)
}

/**
 * Channel folders in their order, unless the reader has turned them off.
 * Source: docs/protocol/channel-settings.md#folder-object.
 */
export function foldersIn(read: <K extends keyof State>(collection: K) => State[K]) {
  if (!read('user_settings')['web_left_sidebar_show_channel_folders']) return []
  return read('channel_folders')
    .filter(({ is_archived: isArchived }) => !isArchived)
    .toSorted((a, b) => a.order - b.order)
}

/** Folder in which the sidebar shows a stream. */
export function folderOf(
  { pin_to_top: isPinned, folder_id: id }: Subscription,
  folders: readonly ChannelFolder[],
): ChannelFolder | undefined {
  return isPinned ? undefined : folders.find((folder) => folder.id === id)
}
