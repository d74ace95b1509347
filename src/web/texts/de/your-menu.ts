/* The reader's own menu, and the dialogs that it opens. */

import type * as en from '../en'

export const yourMenu: typeof en.yourMenu = {
  name: 'Dein Menü',
  setStatus: 'Status setzen',
  changeStatus: 'Status ändern',
  clearStatus: 'Status löschen',
  invite: 'Leute einladen',
  invisible: 'Offline erscheinen',
  theme: 'Design',
  themes: { automatic: 'System', light: 'Hell', dark: 'Dunkel' },
  logOut: 'Abmelden',
  loseTitle: 'Abmelden und ungesendete Nachrichten verlieren?',
  loseAction: 'Löschen und abmelden',
  loseTexts: (count) =>
    count === 1
      ? 'Eine ungesendete Nachricht ist nur in diesem Browser und wird gelöscht.'
      : `${count} ungesendete Nachrichten sind nur in diesem Browser und werden gelöscht.`,
  notSaved: 'Das konnte nicht gespeichert werden.',
  notLoggedOut: 'Du bist noch angemeldet.',
}

export const status: typeof en.status = {
  title: 'Dein Status',
  text: 'Steht neben deinem Namen',
  placeholder: 'Was ist dein Status?',
  emoji: (name) => (name === undefined ? 'Emoji wählen' : `Emoji: ${name}`),
  save: 'Speichern',
  clear: 'Löschen',
  suggestions: 'Vorschläge',
  suggested: {
    busy: 'Beschäftigt',
    meeting: 'In einer Besprechung',
    commuting: 'Unterwegs',
    sick: 'Krank',
    vacation: 'Im Urlaub',
    home: 'Im Homeoffice',
  },
}
