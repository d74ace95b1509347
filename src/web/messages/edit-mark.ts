import type { Message } from './message'

/** What is said beside a message that was changed: its text counts for more than its place. */
export function editMarkOf({
  last_edit_timestamp: edited,
  last_moved_timestamp: moved,
}: Pick<Message, 'last_edit_timestamp' | 'last_moved_timestamp'>): 'edited' | 'moved' | undefined {
  if (edited !== undefined) return 'edited'
  return moved === undefined ? undefined : 'moved'
}
