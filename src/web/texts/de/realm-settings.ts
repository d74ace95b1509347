/* Labels and hints of the organization settings, keyed by API name. */

import type * as en from '../en'

export const realmSettingSections: typeof en.realmSettingSections = {
  joining: 'Beitritt zur Organisation',
  streams: 'Streams und Gruppen',
  writing: 'Nachrichten schreiben',
  changing: 'Nachrichten bearbeiten und löschen',
  moving: 'Themen und Verschieben von Nachrichten',
  private: 'Direktnachrichten',
  people: 'Personen und Konten',
  guests: 'Gäste',
  bots: 'Bots und Emojis',
  signIn: 'Arten der Anmeldung',
  keeping: 'Aufbewahrung',
  showing: 'Anzeige von Nachrichten',
  otherApps: 'Für andere Apps',
}

export const realmSettingSectionHints: typeof en.realmSettingSectionHints = {
  otherApps: 'Diese Einstellungen haben in dieser App keine Wirkung. Andere Apps verwenden sie.',
}

export const realmSettings: typeof en.realmSettings = {
  invite_required: {
    label: 'Neue Personen brauchen eine Einladung',
    hint: 'Wenn das aus ist, kann sich jeder mit einer erlaubten E-Mail-Adresse registrieren.',
  },
  emails_restricted_to_domains: {
    label: 'Nur E-Mail-Adressen bestimmter Domains erlauben',
    hint: 'Neue Konten brauchen eine E-Mail-Adresse in einer der Domains unten.',
  },
  disallow_disposable_email_addresses: { label: 'Wegwerf-E-Mail-Adressen ablehnen' },
  waiting_period_threshold: {
    label: 'Wartezeit für neue Mitglieder',
    hint: 'Danach werden neue Mitglieder Vollmitglieder. Moderatoren und höhere Rollen warten nicht.',
  },
  can_invite_users_group: { label: 'Wer Leute per E-Mail einladen darf' },
  create_multiuse_invite_group: {
    label: 'Wer mehrfach verwendbare Einladungslinks erstellen darf',
  },

  can_create_public_channel_group: { label: 'Wer öffentliche Streams anlegen darf' },
  can_create_private_channel_group: { label: 'Wer private Streams anlegen darf' },
  can_create_web_public_channel_group: {
    label: 'Wer im Web öffentliche Streams anlegen darf',
    hint: 'Dieser Server bietet noch keine im Web öffentlichen Streams.',
  },
  can_add_subscribers_group: {
    label: 'Wer andere zu Streams hinzufügen darf',
    hint: 'Administratoren dürfen es immer.',
  },
  can_create_groups: { label: 'Wer Gruppen erstellen darf' },
  can_manage_all_groups: { label: 'Wer alle Gruppen verwalten darf' },
  send_channel_events_messages: {
    label: 'Änderungen an einem Stream im Stream bekannt geben',
    hint: 'Etwa Änderungen an Name, Beschreibung und Berechtigungen.',
  },

  can_mention_many_users_group: {
    label: 'Wer alle in einem großen Stream oder Thema erwähnen darf',
    hint: 'In Streams mit höchstens 15 Abonnenten dürfen es alle.',
  },
  topics_policy: {
    label: 'Nachrichten ohne Thema',
    hint: 'Sie erscheinen als „general chat“. Streams können eine eigene Regel haben.',
    choices: { disable_empty_topic: 'Nicht erlaubt', allow_empty_topic: 'Erlaubt' },
  },
  can_set_topics_policy_group: {
    label: 'Wer wählen darf, ob ein Stream Themen verlangt',
    hint: 'In Streams, die diese Personen verwalten dürfen. Administratoren dürfen es immer.',
  },
  allow_message_editing: { label: 'Alle können ihre Nachrichten bearbeiten' },
  message_content_edit_limit_seconds: { label: 'Frist zum Bearbeiten von Nachrichten' },
  message_edit_history_visibility_policy: {
    label: 'Sichtbarer Bearbeitungsverlauf',
    choices: {
      all: 'Bearbeitungen und Verschiebungen',
      moves: 'Nur Verschiebungen',
      none: 'Nichts',
    },
  },
  can_delete_own_message_group: { label: 'Wer eigene Nachrichten löschen darf' },
  message_content_delete_limit_seconds: { label: 'Frist zum Löschen eigener Nachrichten' },
  can_delete_any_message_group: { label: 'Wer jede lesbare Nachricht löschen darf' },
  can_set_delete_message_policy_group: {
    label: 'Wer wählen darf, wer in einem Stream Nachrichten löscht',
    hint: 'In Streams, die diese Personen verwalten dürfen.',
  },

  can_move_messages_between_topics_group: {
    label: 'Wer Nachrichten in ein anderes Thema verschieben darf',
  },
  move_messages_within_stream_limit_seconds: {
    label: 'Frist zum Verschieben in ein anderes Thema',
    hint: 'Keine Frist für Moderatoren und höhere Rollen.',
  },
  can_move_messages_between_channels_group: {
    label: 'Wer Nachrichten in einen anderen Stream verschieben darf',
  },
  move_messages_between_streams_limit_seconds: {
    label: 'Frist zum Verschieben in einen anderen Stream',
    hint: 'Keine Frist für Moderatoren und höhere Rollen.',
  },
  can_resolve_topics_group: { label: 'Wer Themen als gelöst markieren darf' },

  direct_message_initiator_group: { label: 'Wer private Unterhaltungen beginnen darf' },
  direct_message_permission_group: {
    label: 'Mindestens eine beteiligte Person gehört zu',
    hint: 'Wähle „Niemand“, um Direktnachrichten auszuschalten.',
  },

  require_unique_names: { label: 'Jeder Name darf nur einmal vorkommen' },
  name_changes_disabled: { label: 'Niemand kann den eigenen Namen ändern' },
  email_changes_disabled: { label: 'Niemand kann die eigene E-Mail-Adresse ändern' },
  avatar_changes_disabled: { label: 'Niemand kann das eigene Bild ändern' },
  presence_disabled: { label: 'Verbergen, wer online ist' },
  enable_read_receipts: { label: 'Alle können sehen, wer eine Nachricht gelesen hat' },

  can_access_all_users_group: {
    label: 'Wer alle in der Organisation sehen darf',
    hint: 'Bei „Mitglieder“ sehen Gäste nur Personen, mit denen sie einen Stream oder eine Unterhaltung teilen.',
  },
  enable_guest_user_indicator: { label: 'Gäste kennzeichnen' },
  enable_guest_user_dm_warning: { label: 'Vor Direktnachrichten an Gäste warnen' },

  can_create_bots_group: { label: 'Wer beliebige Bots erstellen darf' },
  can_create_write_only_bots_group: {
    label: 'Wer Bots erstellen darf, die nur schreiben',
    hint: 'Wer beliebige Bots erstellen darf, darf auch solche erstellen.',
  },
  can_add_custom_emoji_group: { label: 'Wer Emojis hinzufügen darf' },

  message_retention_days: {
    label: 'Nachrichten aufbewahren',
    hint: 'Streams können davon abweichen. Ältere Nachrichten werden gelöscht und lassen sich nach einer Woche nicht wiederherstellen.',
  },
  moderation_request_channel_id: {
    label: 'Meldungen von Nachrichten senden an',
    hint: 'Ein privater Stream für Moderatoren. Ohne ihn können Nachrichten nicht gemeldet werden.',
  },

  inline_image_preview: { label: 'Bilder unter Nachrichten zeigen, die darauf verlinken' },
  inline_url_embed_preview: {
    label: 'Vorschau verlinkter Seiten zeigen',
    hint: 'Titel, Beschreibung und Bild der ersten fünf Seiten, auf die eine Nachricht verweist. Der Server ruft sie ab: Andere Seiten erfahren nicht, wer liest.',
  },
  default_code_block_language: {
    label: 'Standardsprache von Codeblöcken',
    hint: 'Etwa python oder javascript. Leer lassen für keine.',
  },
  message_content_allowed_in_email_notifications: {
    label: 'Nachrichten in E-Mails über sie zeigen',
    hint: 'Ist das aus, sagen E-Mails nur, dass es neue Nachrichten gibt.',
  },

  video_chat_provider: {
    label: 'Anbieter für Videoanrufe',
    choices: { 0: 'Keiner', 1: 'Jitsi Meet' },
  },
  jitsi_server_url: {
    label: 'URL des Jitsi-Servers',
    hint: 'Leer lassen für die Vorgabe des Servers.',
  },

  giphy_rating: {
    label: 'Altersfreigabe für GIPHY',
    choices: {
      0: 'Keine',
      1: 'Kleinkinder (Y)',
      2: 'Alle Altersgruppen (G)',
      3: 'Mit elterlicher Begleitung (PG)',
      4: 'Unter 13 mit elterlicher Begleitung (PG-13)',
      5: 'Eingeschränkt (R)',
    },
  },
  default_twenty_four_hour_time: { label: '24-Stunden-Format verwenden' },
  can_summarize_topics_group: { label: 'Wer Themen zusammenfassen darf' },
  require_e2ee_push_notifications: { label: 'Nur verschlüsselte Push-Nachrichten senden' },
  can_manage_billing_group: { label: 'Wer Tarif und Abrechnung verwalten darf' },
  digest_emails_enabled: { label: 'Wöchentliche Zusammenfassung per E-Mail senden' },
  digest_weekday: {
    label: 'Tag der Zusammenfassung',
    choices: {
      0: 'Montag',
      1: 'Dienstag',
      2: 'Mittwoch',
      3: 'Donnerstag',
      4: 'Freitag',
      5: 'Samstag',
      6: 'Sonntag',
    },
  },

  name: { label: 'Name der Organisation' },
  description: { label: 'Beschreibung' },
  org_type: {
    label: 'Art der Organisation',
    choices: {
      0: 'Keine Angabe',
      10: 'Unternehmen',
      20: 'Open-Source-Projekt',
      30: 'Bildung',
      35: 'Bildung (gemeinnützig)',
      40: 'Forschung',
      50: 'Veranstaltung oder Konferenz',
      60: 'Gemeinnützig',
      70: 'Behörde',
      80: 'Politische Gruppe',
      90: 'Gemeinschaft',
      100: 'Persönlich',
      1000: 'Andere',
    },
  },
  default_language: {
    label: 'Standardsprache',
    hint: 'Für Nachrichten des Servers in Streams und für neue Konten.',
  },
  new_stream_announcements_stream_id: { label: 'Neue Streams ankündigen in' },
  signup_announcements_stream_id: { label: 'Neue Personen ankündigen in' },
  two_factor_required: {
    label: 'Anmeldung in zwei Schritten',
    hint: 'Außer dem Passwort: ein Code einer Authenticator-App. Alle haben sieben Tage, um sie einzurichten.',
    choices: {
      nobody: 'Jeder wählt selbst',
      administrators: 'Für Administratoren',
      all: 'Für alle',
    },
  },
  welcome_message_custom_text: {
    label: 'Zusätzliche Begrüßung',
    hint: 'Der Welcome Bot sendet sie allen, die beitreten. Du kannst den Text wie in Nachrichten formatieren.',
  },
}

/** Choices of a duration. */
export const durations: typeof en.durations = {
  forever: 'Keine Frist',
  always: 'Für immer',
  atOnce: 'Keine',
  custom: 'Eigene Angabe …',
  customValue: (label) => `${label}: Zahl`,
  customUnit: (label) => `${label}: Einheit`,
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  seconds: (count) => (count === 1 ? '1 Sekunde' : `${count} Sekunden`),
  units: { 60: 'Minuten', 3600: 'Stunden', 86400: 'Tage' },
  save: 'Speichern',
  needsNumber: 'Gib eine ganze Zahl ab 1 ein.',
}

export const realmSetting: typeof en.realmSetting = {
  ownersOnly: 'Nur Besitzer können das ändern.',
  noStream: 'Nirgends',
  hiddenStream: 'Ein Stream, den du nicht sehen kannst',
  changedMeanwhile:
    'Jemand anderes hat das geändert. Du siehst den jetzigen Wert; ändere ihn bei Bedarf noch einmal.',
  privateStream: (name) => `${name} (privat)`,
  readOnly: 'Nur Administratoren können diese Einstellungen ändern.',
}

export const logInMethods: typeof en.logInMethods = {
  Email: 'E-Mail und Passwort',
}

export const domains: typeof en.domains = {
  title: 'Erlaubte E-Mail-Domains',
  none: 'Noch keine Domains.',
  domain: 'Domain',
  subdomains: 'Mit Subdomains',
  subdomainsOf: (domain) => `Mit Subdomains von ${domain}`,
  remove: (domain) => `${domain} entfernen`,
  add: 'Domain hinzufügen',
}
