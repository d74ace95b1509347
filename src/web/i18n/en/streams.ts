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
  title: 'Streams',
  filter: 'Filter streams',
  join: 'Join',
  leave: 'Leave',
  joinOf: (stream: string) => `Join ${stream}`,
  leaveOf: (stream: string) => `Leave ${stream}`,
  create: 'Create a stream',
  back: 'All streams',
  private: 'private',
  nothing: 'No stream has such a name.',
  streamName: 'Name',
  description: 'Description',
  isPrivate: 'Private: only its members can see it, and let others in',
  members: 'Who is in it, beside you',
  everybody: 'Everybody',
  nobody: 'Nobody',
  submit: 'Create stream',
  isTaken: 'There is a stream of this name already.',
}
