import type * as en from '../en/switcher'

export const switcher: typeof en.switcher = {
  title: 'Gehe zu',
  open: 'Gehe zu …',
  field: 'Gehe zu',
  placeholder: 'Unterhaltung, Stream, Person, Ansicht oder Einstellung',
  list: 'Ziele',
  none: 'Keine Treffer',
  found: (count) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
  searching: 'Weitere Themen werden gesucht',
  kinds: {
    view: 'Ansicht',
    stream: 'Stream',
    person: 'Person',
    bot: 'Bot',
    group: 'Gruppenunterhaltung',
  },
  browse: 'Streams finden oder anlegen',
  unread: (count) => `${count} ungelesen`,
}

export const settingsPageTitles: typeof en.settingsPageTitles = {
  settings: {
    profile: 'Profil',
    account: 'Konto',
    appearance: 'Darstellung',
    notifications: 'Benachrichtigungen',
    devices: 'Geräte',
    'alert-words': 'Signalwörter',
    'muted-people': 'Stummgeschaltete Personen',
    topics: 'Themen',
    snippets: 'Textbausteine',
    'your-bots': 'Bots',
  },
  organization: {
    profile: 'Profil der Organisation',
    permissions: 'Berechtigungen',
    settings: 'Einstellungen der Organisation',
    users: 'Personen',
    invitations: 'Einladungen',
    bots: 'Bots',
    integrations: 'Integrationen',
    'emoji-settings': 'Eigene Emojis',
    'linkifier-settings': 'Linkmuster',
    'playground-settings': 'Code-Spielwiesen',
    'profile-field-settings': 'Eigene Profilfelder',
    'organization-level-user-defaults': 'Standardeinstellungen',
    exports: 'Exporte',
    import: 'Import',
    statistics: 'Statistik',
    'audit-log': 'Protokoll',
  },
}
