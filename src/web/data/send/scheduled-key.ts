/*
 * Unsaved changes of a scheduled message are a draft with a key of its own. It stays in this browser: another client
 * would take it for a draft of a new message.
 */

const prefix = 'scheduled-'

/** Key of the draft for a scheduled message. */
export const keyOfScheduled = (id: number) => `${prefix}${String(id)}`

/** @returns undefined for drafts of new messages */
export function scheduledIdOf(key: string): number | undefined {
  return key.startsWith(prefix) ? Number(key.slice(prefix.length)) : undefined
}
