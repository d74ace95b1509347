/* The quick switcher. */

export const switcher = {
  title: 'Go to',
  open: 'Go to…',
  field: 'Go to',
  placeholder: 'Conversation, person, setting or command',
  list: 'Destinations',
  none: 'No matches',
  found: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
  noneHere: 'No matches in this browser. The server cannot be reached.',
  searching: 'Looking for more topics',
  kinds: {
    command: 'Command',
    view: 'View',
    stream: 'Stream',
    archived: 'Archived stream',
    person: 'Person',
    bot: 'Bot',
    group: 'Group conversation',
  },
  browse: 'Find or create streams',
  unread: (count: number) => `${count} unread`,
}

/** Titles of the settings pages, equal to those on the pages. */
export const settingsPageTitles = {
  settings: {
    profile: 'Profile',
    account: 'Account',
    appearance: 'Appearance',
    notifications: 'Notifications',
    devices: 'Devices',
    'alert-words': 'Alert words',
    'muted-people': 'Muted people',
    topics: 'Topics',
    snippets: 'Snippets',
    'your-bots': 'Bots',
  },
  organization: {
    profile: 'Organization profile',
    permissions: 'Permissions',
    settings: 'Organization settings',
    users: 'People',
    invitations: 'Invitations',
    bots: 'Bots',
    integrations: 'Integrations',
    'emoji-settings': 'Custom emoji',
    'linkifier-settings': 'Linkifiers',
    'playground-settings': 'Code playgrounds',
    'profile-field-settings': 'Custom profile fields',
    'organization-level-user-defaults': 'Default settings',
    exports: 'Exports',
    import: 'Import',
    statistics: 'Statistics',
    'audit-log': 'Audit log',
  },
}
