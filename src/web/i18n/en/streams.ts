/* What one does with streams. */

export const streamMenu = {
  name: (stream: string) => `Options of ${stream}`,
  all: 'All messages',
  markRead: 'Mark as read',
  mute: 'Mute',
  unmute: 'Unmute',
  pin: 'Pin to the top',
  unpin: 'Unpin',
  colour: 'Change colour',
  settings: 'Stream settings',
  leave: 'Leave stream',
  failed: 'That could not be done.',
  left: (stream: string) => `You have left ${stream}.`,
  undo: 'Undo',
  leaveTitle: (stream: string) => `Leave ${stream}?`,
  leaveWarning: 'The stream is private: somebody in it has to let you in again.',
}

export const colours = {
  title: (stream: string) => `Colour of ${stream}`,
  name: (position: number) => `Colour ${String(position)}`,
}

export const streams = {
  private: 'private',
}
