import type * as en from '../en'

/** Messages and their actions. */
export const message: typeof en.message = {
  name: (sender, time) => `${sender}, ${time}`,
  bot: 'Bot',
  deactivated: 'deaktiviert',
  guest: '(Gast)',
  edited: 'bearbeitet',
  moved: 'verschoben',
  starred: 'Markiert',
  mention: 'Erwähnt dich. ',
  sending: 'Wird gesendet',
  notSent: 'Nicht gesendet',
  retry: 'Erneut versuchen',
  discard: 'Verwerfen',
  hidden: 'Nachricht einer stummgeschalteten Person.',
  show: 'Nachricht anzeigen',
}

export const messageActions: typeof en.messageActions = {
  toolbar: 'Aktionen',
  react: 'Reaktion hinzufügen',
  reply: 'Antworten',
  edit: 'Nachricht bearbeiten',
  more: 'Weitere Aktionen',
  quote: 'Zitieren und antworten',
  move: 'Nachricht verschieben',
  star: 'Mit Stern markieren',
  unstar: 'Stern entfernen',
  unread: 'Ab hier als ungelesen markieren',
  resolve: 'Thema als gelöst markieren',
  unresolve: 'Thema als ungelöst markieren',
  copyLink: 'Link kopieren',
  source: 'Quelltext ansehen',
  receipts: 'Lesebestätigungen ansehen',
  delete: 'Nachricht löschen',
  said: 'schrieb',
  linkCopied: 'Link kopiert.',
  history: 'Bearbeitungsverlauf ansehen',
}

export const reactions: typeof en.reactions = {
  name: 'Reaktionen',
  you: 'Du',
  somebody: 'Unbekannte Person',
  of: (emoji, people) => `${emoji}: ${people}`,
  others: (count) => `${count} weitere`,
}

/** Errors of message actions; the reason is appended. */
export const messageFailures: typeof en.messageFailures = {
  react: 'Die Reaktion konnte nicht geändert werden.',
  needsHttps: 'Browser erlauben das nur bei Adressen, die mit https beginnen.',
  star: 'Der Stern konnte nicht geändert werden.',
  quote: 'Die Nachricht konnte nicht zitiert werden.',
  unread: 'Die Nachrichten konnten nicht als ungelesen markiert werden.',
  resolve: 'Das Thema konnte nicht geändert werden.',
  copyLink: 'Der Link konnte nicht kopiert werden.',
}

/** Labels that the app adds to the content of messages. */
export const content: typeof en.content = {
  code: (language) => (language === '' ? 'Code' : `Code, ${language}`),
  copyCode: 'Code kopieren',
  pictureMissing: 'Bild nicht verfügbar',
  tryIn: (name) => `In ${name} ausprobieren`,
  copied: 'Kopiert',
  spoiler: (words) => (words === '' ? 'Spoiler' : `Spoiler: ${words}`),
  table: 'Tabelle',
}
