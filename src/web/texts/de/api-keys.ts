import type * as en from '../en/api-keys'

export const namedKeys: typeof en.namedKeys = {
  make: 'Neuer API-Schlüssel',
  about:
    'Für ein Gerät oder ein Skript. Du meldest dich mit deiner E-Mail-Adresse und dem Schlüssel an.',
  name: 'Name',
  nameHint: 'Zum Beispiel „Laptop“ oder „Sicherung“',
  scope: 'Rechte',
  scopes: {
    read: 'Nur lesen',
    write: 'Lesen und schreiben',
    administration: 'Alles, was du kannst',
  },
  expiry: 'Läuft ab',
  never: 'Nie',
  days: (days) => `In ${days} Tagen`,
  key: 'Schlüssel',
  onlyNow: 'Jetzt kopieren. Er wird nicht noch einmal angezeigt.',
  copy: 'Schlüssel kopieren',
  done: 'Fertig',
  unused: 'Nie',
  facts: (rights, expiry) => `${rights}, bis ${expiry}`,
  expired: (rights) => `${rights}, abgelaufen`,
  revoke: 'Widerrufen',
  revokeOf: (name) => `${name} widerrufen`,
  notRevoked: 'Dieser Schlüssel konnte nicht widerrufen werden.',
}

export const proof: typeof en.proof = {
  title: 'Bestätige, dass du es bist',
  about: 'Du hast dich vor längerer Zeit angemeldet.',
  noWay: 'Du hast dich vor längerer Zeit angemeldet. Melde dich ab und wieder an, um das zu tun.',
  confirm: 'Bestätigen',
}
