import type * as en from '../en/later'

/** Geplante Nachrichten und Erinnerungen. */

export const later: typeof en.later = {
  sendLater: 'Nachricht planen',
  remindMe: 'Erinnern',
  choices: {
    soon: 'In 20 Minuten',
    hour: 'In einer Stunde',
    evening: 'Heute Abend',
    tomorrow: 'Morgen',
    monday: 'Montag',
  },
  pick: 'Datum und Uhrzeit wählen',
  pickOrNote: 'Zeit wählen oder Notiz hinzufügen',
  pickTitle: 'Später senden',
  rescheduleTitle: 'Neue Zeit',
  time: 'Datum und Uhrzeit',
  inZone: (zone) => `Zeitzone: ${zone}`,
  note: 'Notiz (optional)',
  schedule: 'Planen',
  remind: 'Erinnerung setzen',
  noTime: 'Gib Datum und Uhrzeit ein.',
  past: 'Diese Zeit ist vorbei. Wähle eine Zeit in der Zukunft.',
  noteTooLong: (count) => `Die Notiz ist ${count} Zeichen zu lang.`,

  scheduledFor: (time) => `Geplant für ${time}.`,
  undo: 'Rückgängig',
  notScheduled: 'Die Nachricht wurde nicht geplant.',
  notTakenBack: 'Die Nachricht konnte nicht zurückgeholt werden.',

  editing: (time) => `Du bearbeitest eine Nachricht, die für ${time} geplant ist.`,
  editingFailed: 'Du bearbeitest eine Nachricht, die nicht gesendet wurde. Wähle eine neue Zeit.',
  editingGone:
    'Die geplante Nachricht wurde inzwischen gesendet oder gelöscht. Dieser Text ist eine neue Nachricht.',
  cancelEditing: 'Änderungen verwerfen',
  save: 'Speichern',

  remindedAt: (time) => `Erinnerung gesetzt für ${time}.`,
  notReminded: 'Die Erinnerung wurde nicht gesetzt.',
}

/** Die Ansicht der geplanten Nachrichten und Erinnerungen. */
export const scheduled: typeof en.scheduled = {
  none: 'Nichts geplant.',
  noneHint: 'Hier warten Nachrichten, die du später sendest, und deine Erinnerungen.',
  messages: 'Nachrichten',
  reminders: 'Erinnerungen',
  edit: 'Bearbeiten',
  reschedule: 'Neue Zeit',
  sendNow: 'Jetzt senden',
  remove: 'Löschen',
  failed: 'Nicht gesendet.',
  reasonFrom: 'Den Grund hat dir der Notification Bot geschrieben.',
  reminder: (time) => `Erinnerung für ${time}`,
  goToMessage: 'Zur Nachricht',
  removeReminder: 'Erinnerung löschen',

  removed: 'Geplante Nachricht gelöscht.',
  notRemoved: 'Die geplante Nachricht wurde nicht gelöscht.',
  notRestored: 'Die Nachricht wurde nicht erneut geplant.',
  notRescheduled: 'Die Zeit wurde nicht geändert.',
  notSent: 'Die Nachricht wurde nicht gesendet.',
  reminderRemoved: 'Erinnerung gelöscht.',
  reminderNotRemoved: 'Die Erinnerung wurde nicht gelöscht.',
  messageGone: 'Die Nachricht konnte nicht geöffnet werden.',
}
