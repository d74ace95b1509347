/** Scheduled messages and reminders. */

export const later = {
  /** Not “Send …”: the button *Send* is found by its name. */
  sendLater: 'Schedule message',
  remindMe: 'Remind me',
  choices: {
    soon: 'In 20 minutes',
    hour: 'In an hour',
    evening: 'This evening',
    tomorrow: 'Tomorrow',
    monday: 'Monday',
  },
  pick: 'Pick a date and time',
  pickOrNote: 'Pick a time or add a note',
  pickTitle: 'Send later',
  rescheduleTitle: 'Reschedule',
  time: 'Date and time',
  inZone: (zone: string) => `Time zone: ${zone}`,
  note: 'Note (optional)',
  schedule: 'Schedule',
  remind: 'Set reminder',
  noTime: 'Enter a date and a time.',
  past: 'This time has passed. Choose a time in the future.',
  noteTooLong: (count: number) =>
    `The note is ${count} ${count === 1 ? 'character' : 'characters'} too long.`,

  scheduledFor: (time: string) => `Scheduled for ${time}.`,
  undo: 'Undo',
  notScheduled: 'The message was not scheduled.',
  notTakenBack: 'The message could not be taken back.',

  editing: (time: string) => `You are editing a message that is scheduled for ${time}.`,
  editingFailed: 'You are editing a message that was not sent. Choose a new time.',
  editingGone:
    'The scheduled message was sent or deleted in the meantime. This text is a new message.',
  cancelEditing: 'Discard changes',
  save: 'Save',

  remindedAt: (time: string) => `Reminder set for ${time}.`,
  notReminded: 'The reminder was not set.',
}

/** The screen of scheduled messages and reminders. */
export const scheduled = {
  none: 'Nothing is scheduled.',
  noneHint: 'Messages that you send later and reminders that you set wait here.',
  messages: 'Messages',
  reminders: 'Reminders',
  edit: 'Edit',
  reschedule: 'Reschedule',
  sendNow: 'Send now',
  remove: 'Delete',
  failed: 'Not sent.',
  reasonFrom: 'Notification Bot sent you the reason.',
  reminder: (time: string) => `Reminder for ${time}`,
  goToMessage: 'Go to message',
  removeReminder: 'Delete reminder',

  removed: 'Scheduled message deleted.',
  notRemoved: 'The scheduled message was not deleted.',
  notRestored: 'The message was not scheduled again.',
  notRescheduled: 'The message was not rescheduled.',
  notSent: 'The message was not sent.',
  reminderRemoved: 'Reminder deleted.',
  reminderNotRemoved: 'The reminder was not deleted.',
  messageGone: 'The message could not be opened.',
}
