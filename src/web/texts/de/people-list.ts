import type * as en from '../en'

/** The list of people. */
export const people: typeof en.people = {
  name: 'Personen',
  filter: 'Personen filtern',
  self: (name) => `${name} (du)`,
  about: (name) => `Über ${name}`,
  here: 'In dieser Unterhaltung',
  others: 'Alle anderen',
  close: 'Personen schließen',
  keepOpen: 'Personen offen halten',
  nobody: 'Keine Treffer',
  more: (count) => `${count} weitere`,
}
