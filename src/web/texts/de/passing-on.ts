import type * as en from '../en/passing-on'

export const passingOn: typeof en.passingOn = {
  forward: 'Nachricht weiterleiten',
  failed: 'Die Nachricht konnte nicht weitergeleitet werden.',
  copyText: 'Text kopieren',
  textCopied: 'Text kopiert.',
  copyFailed: 'Der Text konnte nicht kopiert werden.',
}

export const reporting: typeof en.reporting = {
  open: 'Nachricht melden',
  title: 'Diese Nachricht melden?',
  explanation: 'Moderatoren sehen die Nachricht, deinen Grund und deinen Namen.',
  reason: 'Grund',
  reasons: {
    spam: 'Spam',
    harassment: 'Belästigung',
    inappropriate: 'Unangemessener Inhalt',
    norms: 'Verstößt gegen die Regeln der Gemeinschaft',
    other: 'Anderer Grund',
  },
  note: 'Anmerkung',
  noteHint: 'Bei „Anderer Grund“ nötig.',
  action: 'Melden',
  sent: 'Die Nachricht wurde den Moderatoren gemeldet.',
}

export const calls: typeof en.calls = {
  add: 'Videoanruf hinzufügen',
  join: 'Am Videoanruf teilnehmen.',
  start: 'Videoanruf starten',
  startHere: 'Hier einen Videoanruf starten?',
  explanation: (place: string) =>
    `Der Anruf öffnet sich in einem neuen Tab, und sein Link wird an ${place} gesendet.`,
}
