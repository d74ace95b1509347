/* The menu of a stream. */

import type * as en from '../en'

export const streamMenu: typeof en.streamMenu = {
  name: (stream) => `Optionen für ${stream}`,
  all: 'Alle Nachrichten',
  markRead: 'Als gelesen markieren',
  mute: 'Stummschalten',
  unmute: 'Stummschaltung aufheben',
  pin: 'Oben anheften',
  unpin: 'Nicht mehr anheften',
  color: 'Farbe ändern',
  settings: 'Stream-Einstellungen',
  leave: 'Stream verlassen',
  failed: 'Das hat nicht geklappt.',
  left: (stream) => `Du hast ${stream} verlassen.`,
  undo: 'Rückgängig',
  leaveTitle: (stream) => `${stream} verlassen?`,
  leaveWarning:
    'Dieser Stream ist privat. Du kannst nur wieder beitreten, wenn ein Abonnent dich hinzufügt.',
}

export const colors: typeof en.colors = {
  title: (stream) => `Farbe von ${stream}`,
  name: (position) => `Farbe ${position}`,
}

export const streams: typeof en.streams = {
  private: 'privat',
}
