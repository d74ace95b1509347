/** Forwarding and reporting messages, and calls. */

export const passingOn = {
  forward: 'Forward message',
  failed: 'The message could not be forwarded.',
  copyText: 'Copy text',
  textCopied: 'Text copied.',
  copyFailed: 'The text could not be copied.',
}

export const reporting = {
  open: 'Report message',
  title: 'Report this message?',
  explanation: 'Moderators see the message, your reason and your name.',
  reason: 'Reason',
  reasons: {
    spam: 'Spam',
    harassment: 'Harassment',
    inappropriate: 'Inappropriate content',
    norms: 'Violates community norms',
    other: 'Other reason',
  },
  note: 'Note',
  noteHint: 'Needed for “Other reason”.',
  action: 'Report',
  sent: 'The message was reported to the moderators.',
}

export const calls = {
  add: 'Add a video call',
  join: 'Join video call.',
  start: 'Start a video call',
  startHere: 'Start a video call here?',
  explanation: (place: string) => `The call opens in a new tab, and its link is sent to ${place}.`,
}
