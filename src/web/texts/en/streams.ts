/* The menu of a stream. */

export const streamMenu = {
  name: (stream: string) => `Options for ${stream}`,
  all: 'All messages',
  markRead: 'Mark as read',
  mute: 'Mute',
  unmute: 'Unmute',
  pin: 'Pin to the top',
  unpin: 'Unpin',
  color: 'Change color',
  settings: 'Stream settings',
  leave: 'Leave stream',
  failed: 'This could not be done.',
  left: (stream: string) => `You have left ${stream}.`,
  undo: 'Undo',
  leaveTitle: (stream: string) => `Leave ${stream}?`,
  leaveWarning: 'This stream is private. You can rejoin only if a subscriber adds you.',
}

export const colors = {
  title: (stream: string) => `Color of ${stream}`,
  name: (position: number) => `Color ${position}`,
}

export const streams = {
  private: 'private',
}
