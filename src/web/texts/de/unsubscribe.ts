import type * as en from '../en/unsubscribe'

export const unsubscribe: typeof en.unsubscribe = {
  title: {
    missed_messages: 'E-Mails über verpasste Nachrichten beenden?',
    digest: 'Wöchentliche Zusammenfassung beenden?',
    login: 'E-Mails über Anmeldungen beenden?',
  },
  hint: 'In den Einstellungen unter „Benachrichtigungen“ kannst du sie wieder einschalten.',
  stop: 'Diese E-Mails beenden',
  done: {
    missed_messages: 'Du bekommst keine E-Mails über verpasste Nachrichten mehr',
    digest: 'Du bekommst keine Zusammenfassungen mehr',
    login: 'Du bekommst keine E-Mails über Anmeldungen mehr',
  },
  doneHint: 'In den Einstellungen unter „Benachrichtigungen“ kannst du sie wieder einschalten.',
  lost: 'Öffne den Link in einer neueren E-Mail, oder schalte die E-Mails in den Einstellungen unter „Benachrichtigungen“ aus.',
}
