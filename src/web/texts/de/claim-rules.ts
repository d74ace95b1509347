import type * as en from '../en/claim-rules'

export const claimRules: typeof en.claimRules = {
  open: 'Regeln',
  titleOf: (name) => `Regeln von ${name}`,
  about:
    'Eine Regel gibt Personen bei jeder Anmeldung etwas für das, was der Dienst über sie sagt. Es entfällt, wenn der Dienst es nicht mehr sagt.',
  none: 'Es gibt keine Regeln.',
  add: 'Regel hinzufügen',
  incomplete: 'Eine Regel ist unvollständig.',
  rule: (number) => `Regel ${number}`,
  removeRule: (number) => `Regel ${number} entfernen`,
  claim: 'Angabe (Claim)',
  comparison: 'Vergleich',
  comparisons: {
    any: 'hat einen Wert',
    equals: 'ist oder enthält den Wert',
    contains: 'enthält den Text',
    matches: 'passt zum Muster',
  },
  text: 'Wert',
  effect: 'Wirkung',
  effects: {
    role: 'Rolle',
    group_id: 'Mitglied der Gruppe',
    groups: 'Mitglied der genannten Gruppen',
    channel_id: 'Abonnement des Streams',
    field_id: 'Wert des Profilfelds',
  },
  target: 'Auswahl',
  tryTitle: 'Regeln ausprobieren',
  try: 'Ausprobieren',
  token: 'Token, Antwort oder Claims',
  tokenHint:
    'Ein ID-Token, eine SAML-Antwort oder Claims als JSON. Es wird nicht überprüft, und nichts ändert sich.',
  logsIn: (name) => `Damit meldet sich ${name} an.`,
  joins: 'Damit entsteht ein neues Konto.',
  fitting: (numbers) =>
    numbers.length === 0 ? 'Keine Regel passt.' : `Passende Regeln: ${numbers.join(', ')}`,
  becomes: (role) => `Neue Rolle: ${role}`,
  makesGroups: (names) => `Neue Gruppen: ${names}`,
  joinsGroups: (names) => `Beitritt zu den Gruppen: ${names}`,
  leavesGroups: (names) => `Austritt aus den Gruppen: ${names}`,
  joinsStreams: (names) => `Abonniert: ${names}`,
  leavesStreams: (names) => `Abbestellt: ${names}`,
  fills: (field, value) => `${field}: ${value === '' ? 'geleert' : value}`,
  said: 'Alles, was der Dienst sagt',
}
