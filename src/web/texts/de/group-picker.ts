import type * as en from '../en'

/** The picker for a permission: a role, or chosen groups and people. */
export const groupPicker: typeof en.groupPicker = {
  roles: {
    'role:everyone': 'Alle, auch Gäste',
    'role:members': 'Mitglieder',
    'role:fullmembers': 'Vollmitglieder',
    'role:moderators': 'Moderatoren und höher',
    'role:administrators': 'Administratoren und Besitzer',
    'role:owners': 'Besitzer',
    'role:nobody': 'Niemand',
    'role:internet': 'Alle im Internet',
  },
  particular: 'Bestimmte Gruppen und Personen',
  chosen: (label) => `${label}: Gruppen und Personen`,
  add: (label) => `${label}: Gruppe oder Person hinzufügen`,
  addShort: 'Gruppe oder Person hinzufügen',
  remove: (name) => `${name} entfernen`,
  nobodyYet: 'Noch niemand ausgewählt.',
  somebody: 'Unbekannte Person',
  deactivated: (name) => `${name} (deaktiviert)`,
  group: 'Gruppe',
  role: 'Rolle',
  list: (names) => {
    const [first, second, ...others] = names
    if (first === undefined) return 'Niemand'
    if (second === undefined) return first
    if (others.length === 0) return `${first} und ${second}`
    if (others.length === 1) return `${first}, ${second} und ${String(others[0])}`
    return `${first}, ${second} und ${others.length} weitere`
  },
}
