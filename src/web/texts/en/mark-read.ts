/** The button that marks messages as read. */
export const markRead = {
  all: 'Mark all as read',
  conversation: 'Mark as read',
  failed: 'The messages could not be marked as read.',
}
