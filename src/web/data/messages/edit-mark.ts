import type { Message } from '../records/message'

/** Label of a changed message; an edit of the text outranks a move. */
export function editMarkOf({
  last_edit_timestamp: edited,
  last_moved_timestamp: moved,
}: Pick<Message, 'last_edit_timestamp' | 'last_moved_timestamp'>): 'edited' | 'moved' | undefined {
  if (edited !== undefined) return 'edited'
  return moved === undefined ? undefined : 'moved'
}
