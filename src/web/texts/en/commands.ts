/* Commands of the quick switcher. */

export const commands = {
  theme: (name: string) => `Theme: ${name}`,
  clock12: 'Use the clock of 12 hours',
  clock24: 'Use the clock of 24 hours',
  markRead: (stream: string) => `Mark stream as read: ${stream}`,
  notMarked: 'The stream could not be marked as read.',
}
