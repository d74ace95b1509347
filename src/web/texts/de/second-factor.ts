import type * as en from '../en/second-factor'

export const secondFactor: typeof en.secondFactor = {
  title: 'Anmeldung in zwei Schritten',
  about: 'Außer dem Passwort gibst du einen Code einer Authenticator-App auf deinem Telefon ein.',
  setUp: 'Authenticator-App einrichten',
  scan: 'Scanne dies mit einer Authenticator-App:',
  open: 'In einer Authenticator-App öffnen',
  type: 'Oder gib diesen Text in der App ein:',
  code: 'Code der App',
  anyCode: 'Code der App oder Wiederherstellungscode',
  wrong: 'Dieser Code ist falsch oder wurde schon verwendet.',
  ended: 'Es hat zu lange gedauert, oder zu viele Codes waren falsch. Bitte beginne noch einmal.',
  confirm: 'Bestätigen',
  isOn: (left) => `Sie ist eingeschaltet. Wiederherstellungscodes übrig: ${left}.`,
  switchOff: 'Ausschalten',
  codes: 'Wiederherstellungscodes',
  newCodes: 'Neue Wiederherstellungscodes',
  keepCodes:
    'Bewahre diese Wiederherstellungscodes sicher auf. Jeder meldet dich einmal an, falls du dein Telefon verlierst. Sie werden nicht wieder gezeigt.',
  copy: 'Kopieren',
  download: 'Herunterladen',
  kept: 'Ich habe sie aufbewahrt',
  demanded:
    'Deine Organisation verlangt die Anmeldung in zwei Schritten. Bitte richte sie ein, um weiterzukommen.',
  dueIn: (days) =>
    `Deine Organisation verlangt ${
      days === 1 ? 'ab morgen' : `in ${days} Tagen`
    } die Anmeldung in zwei Schritten.`,
  overdue:
    'Deine Organisation verlangt die Anmeldung in zwei Schritten: Richte sie ein, bevor du dich abmeldest.',
  keyAbout: 'Wird in den zehn Minuten nach einer Anmeldung gezeigt.',
  removeFrom: 'Anmeldung in zwei Schritten entfernen',
  removeTitle: (name) => `Anmeldung in zwei Schritten von ${name} entfernen?`,
  removeAbout:
    'Für Leute, die ihr Telefon verloren haben: Das Passwort allein meldet sie wieder an.',
  removed: (name) => `${name} meldet sich mit dem Passwort allein an.`,
  byPasskey: 'Weiter mit einem Passkey',
  passkeys: 'Deine Passkeys',
  passkeysAbout:
    'Ein Passkey meldet dich mit Finger, Gesicht oder der PIN eines Geräts an, ohne dein Passwort.',
  addPasskey: 'Passkey hinzufügen',
  passkeyName: 'Name',
  noPasskeys: 'Dieser Browser bietet an dieser Adresse keine Passkeys.',
  declined: 'Der Browser hat keinen Passkey erstellt. Bitte versuche es noch einmal.',
  unused: 'Noch nicht verwendet',
  rename: (name) => `${name} umbenennen`,
  remove: (name) => `${name} entfernen`,
  removePasskey: 'Entfernen',
  removeNote: 'Entferne ihn auch vom Gerät: Dieser Server vergisst ihn nur.',
}
