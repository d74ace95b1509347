import type * as en from '../en/scim-tokens'

export const scimTokens: typeof en.scimTokens = {
  title: 'Konten aus einem Verzeichnis',
  about:
    'Ein Verzeichnis wie Okta oder Entra legt Konten und Gruppen über SCIM an, ändert und deaktiviert sie.',
  create: 'Zugriffstoken erstellen',
  name: 'Name des Tokens',
  nameHint: 'Das Protokoll zeigt ihn bei allem, was das Verzeichnis tut.',
  token: 'Zugriffstoken',
  onlyNow: 'Jetzt kopieren. Es wird nicht noch einmal angezeigt.',
  copy: 'Zugriffstoken kopieren',
  address: 'Basisadresse',
  copyAddress: 'Basisadresse kopieren',
  done: 'Fertig',
  unused: 'Noch nicht benutzt',
  lastUsed: (time) => `Zuletzt benutzt: ${time}`,
  revoke: 'Widerrufen',
  revokeOf: (name) => `${name} widerrufen`,
  revokeNote:
    'Das Verzeichnis verliert sofort seinen Zugriff. Konten und Gruppen bleiben bestehen.',
}
