import type * as en from '../en'

/** The button that marks messages as read. */
export const markRead: typeof en.markRead = {
  all: 'Alle als gelesen markieren',
  conversation: 'Als gelesen markieren',
  failed: 'Die Nachrichten konnten nicht als gelesen markiert werden.',
}
