import type { PlainEvent } from './events'

/*
 * Events about users' own settings.
 * Sources: docs/protocol/decided-conflicts.md#settings-object, docs/protocol/events.md#own-choices.
 */

/** @param words all alert words */
export function alertWordsChanged(words: readonly string[]): PlainEvent {
  return { type: 'alert_words', alert_words: words }
}

export function userSettingChanged(property: string, value: unknown): PlainEvent {
  return {
    type: 'user_settings',
    op: 'update',
    property,
    value,
    ...(property === 'default_language' ? { language_name: value } : {}),
  }
}

/** The event of a display setting, for clients that do not read settings as one object. */
export function displaySettingChanged(email: string, name: string, value: unknown): PlainEvent {
  return {
    type: 'update_display_settings',
    user: email,
    setting_name: name,
    setting: value,
    ...(name === 'default_language' ? { language_name: value } : {}),
  }
}

/** The event of a notification setting, for the same clients. */
export function notificationSettingChanged(
  email: string,
  name: string,
  value: unknown,
): PlainEvent {
  return {
    type: 'update_global_notifications',
    user: email,
    notification_name: name,
    setting: value,
  }
}

/** The event of a changed default setting for new accounts. */
export function settingsDefaultChanged(property: string, value: unknown): PlainEvent {
  return { type: 'realm_user_settings_defaults', op: 'update', property, value }
}

/** The event, for administrators, that a user allows or forbids exporting their private data. */
export function exportConsentChanged(userId: number, consented: boolean): PlainEvent {
  return { type: 'realm_export_consent', user_id: userId, consented }
}
