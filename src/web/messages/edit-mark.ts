import type { Message } from './message'

/** What is said beside a message that was changed: its text counts for more than its place. */
export function editMarkOf({
  edit_history: edits = [],
  last_edit_timestamp: lastEdit,
}: Pick<Message, 'edit_history' | 'last_edit_timestamp'>): 'edited' | 'moved' | undefined {
  if (edits.some((edit) => edit.prev_content !== undefined)) return 'edited'
  if (edits.length > 0) return 'moved'
  return lastEdit === undefined ? undefined : 'edited'
}
