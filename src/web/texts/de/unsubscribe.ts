import type * as en from '../en/unsubscribe'

export const unsubscribe: typeof en.unsubscribe = {
  title: 'E-Mails über verpasste Nachrichten beenden?',
  hint: 'In den Einstellungen unter „Benachrichtigungen“ kannst du sie wieder einschalten.',
  stop: 'Diese E-Mails beenden',
  done: 'Du bekommst keine E-Mails über verpasste Nachrichten mehr',
  doneHint: 'In den Einstellungen unter „Benachrichtigungen“ kannst du sie wieder einschalten.',
  lost: 'Öffne den Link in einer neueren E-Mail, oder schalte die E-Mails in den Einstellungen unter „Benachrichtigungen“ aus.',
}
