/* Default settings of new accounts. */

import type * as en from '../en'
import { homeViews } from '../../lib/views'
import { views } from './frame'

export const defaults: typeof en.defaults = {
  title: 'Standardeinstellungen',
  words: 'neue personen benutzer vorgaben design benachrichtigungen datenschutz',
  about: 'Einstellungen neuer Konten. Vorhandene Konten behalten ihre.',
  groups: {
    look: 'Darstellung und Schreiben',
    reading: 'Lesen',
    notifications: 'Benachrichtigungen',
    privacy: 'Datenschutz',
  },
}

const topicPolicies = [
  [4, 'Nie'],
  [3, 'Selbst begonnene Themen'],
  [2, 'Themen, in denen sie schreiben'],
  [1, 'Themen, an denen sie sich beteiligen'],
] as const

/** Keyed by the name of the setting; a setting without choices is on or off. */
export const defaultSettings: typeof en.defaultSettings = {
  color_scheme: {
    label: 'Design',
    choices: [
      [1, 'System'],
      [3, 'Hell'],
      [2, 'Dunkel'],
    ],
  },
  twenty_four_hour_time: {
    label: 'Zeitformat',
    choices: [
      [null, 'Wie in der Sprache üblich'],
      [false, '2:05 PM'],
      [true, '14:05'],
    ],
  },
  web_home_view: {
    label: 'Startseite',
    choices: homeViews.map(([value, name]) => [value, views[name]] as const),
  },
  enter_sends: { label: 'Enter sendet eine Nachricht', hint: 'Andernfalls Strg+Enter.' },
  translate_emoticons: {
    label: 'Emoticons in Emojis umwandeln',
    hint: 'Etwa :) beim Senden.',
  },
  display_emoji_reaction_users: {
    label: 'Namen bei Nachrichten mit wenigen Reaktionen zeigen',
  },
  show_link_previews: { label: 'Vorschauen verlinkter Seiten zeigen' },
  starred_message_counts: { label: 'Anzahl der markierten Nachrichten zeigen' },
  web_mark_read_on_scroll_policy: {
    label: 'Nachrichten beim Scrollen als gelesen markieren',
    choices: [
      [1, 'Überall außer in Gesamtansicht und Suchen'],
      [2, 'Nur in Unterhaltungen'],
      [3, 'Nie'],
    ],
  },
  automatically_follow_topics_policy: {
    label: 'Themen automatisch folgen',
    choices: topicPolicies,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    label: 'Stummschaltung von Themen in stummgeschalteten Streams automatisch aufheben',
    choices: topicPolicies,
  },
  automatically_follow_topics_where_mentioned: {
    label: 'Themen folgen, in denen sie erwähnt werden',
  },
  enable_desktop_notifications: {
    label: 'Desktop-Benachrichtigungen für Erwähnungen und Direktnachrichten',
  },
  enable_sounds: { label: 'Ton für Erwähnungen und Direktnachrichten' },
  enable_stream_desktop_notifications: {
    label: 'Desktop-Benachrichtigungen für alle Nachrichten in Streams',
  },
  enable_stream_audible_notifications: { label: 'Ton für alle Nachrichten in Streams' },
  enable_followed_topic_desktop_notifications: {
    label: 'Desktop-Benachrichtigungen für Themen, denen sie folgen',
  },
  enable_followed_topic_audible_notifications: {
    label: 'Ton für Themen, denen sie folgen',
  },
  enable_offline_email_notifications: {
    label: 'E-Mails über verpasste Erwähnungen und Direktnachrichten',
  },
  enable_followed_topic_email_notifications: { label: 'E-Mails über Themen, denen sie folgen' },
  enable_stream_email_notifications: { label: 'E-Mails über alle Nachrichten in Streams' },
  message_content_in_email_notifications: { label: 'Nachrichten in E-Mails zeigen' },
  wildcard_mentions_notify: { label: 'Benachrichtigungen für @all-Erwähnungen' },
  pm_content_in_desktop_notifications: {
    label: 'Text von Direktnachrichten in Benachrichtigungen zeigen',
  },
  desktop_icon_count_display: {
    label: 'Zahl ungelesener Nachrichten im Browser-Tab',
    choices: [
      [1, 'Alle ungelesenen Nachrichten'],
      [2, 'Direktnachrichten, Erwähnungen und Themen, denen sie folgen'],
      [3, 'Direktnachrichten und Erwähnungen'],
      [4, 'Keine'],
    ],
  },
  email_address_visibility: {
    label: 'Wer ihre E-Mail-Adresse sehen darf',
    choices: [
      [1, 'Alle'],
      [2, 'Mitglieder'],
      [5, 'Moderatoren und Administratoren'],
      [3, 'Administratoren'],
      [4, 'Niemand'],
    ],
  },
  presence_enabled: { label: 'Anderen zeigen, wann sie online sind' },
  send_read_receipts: { label: 'Anderen zeigen, was sie gelesen haben' },
  send_private_typing_notifications: {
    label: 'Zeigen, wenn sie Direktnachrichten schreiben',
  },
  send_stream_typing_notifications: { label: 'Zeigen, wenn sie in Streams schreiben' },
  receives_typing_notifications: { label: 'Ihnen zeigen, wenn andere schreiben' },
  allow_private_data_export: {
    label: 'Administratoren dürfen ihre privaten Daten exportieren',
  },
}
