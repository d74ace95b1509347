import type { Endpoints } from './endpoints'

/*
 * Events about users' own settings.
 * Sources: docs/protocol/decided-conflicts.md#settings-object, docs/protocol/events.md#own-choices.
 */

type PersonalSettings = NonNullable<Endpoints['POST /register']['response']['user_settings']>

/** A value of a personal setting, by the declarations of the settings. */
export type SettingValue = PersonalSettings[keyof PersonalSettings]

/** A setting as one object has it, or as older clients read it. */
export type SettingsEvent =
  | { type: 'alert_words'; alert_words: readonly string[] }
  | {
      type: 'user_settings'
      op: 'update'
      property: string
      value: SettingValue
      /** Only of `default_language`. */
      language_name?: SettingValue
    }
  | {
      type: 'update_display_settings'
      user: string
      setting_name: string
      setting: SettingValue
      language_name?: SettingValue
    }
  | {
      type: 'update_global_notifications'
      user: string
      notification_name: string
      setting: SettingValue
    }
  | { type: 'realm_user_settings_defaults'; op: 'update'; property: string; value: SettingValue }
  | { type: 'realm_export_consent'; user_id: number; consented: boolean }

/** @param words all alert words */
export function alertWordsChanged(words: readonly string[]): SettingsEvent {
  return { type: 'alert_words', alert_words: words }
}

export function userSettingChanged(property: string, value: SettingValue): SettingsEvent {
  return {
    type: 'user_settings',
    op: 'update',
    property,
    value,
    ...(property === 'default_language' ? { language_name: value } : {}),
  }
}

/** The event of a display setting, for clients that do not read settings as one object. */
export function displaySettingChanged(
  email: string,
  name: string,
  value: SettingValue,
): SettingsEvent {
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
  value: SettingValue,
): SettingsEvent {
  return {
    type: 'update_global_notifications',
    user: email,
    notification_name: name,
    setting: value,
  }
}

/** The event of a changed default setting for new accounts. */
export function settingsDefaultChanged(property: string, value: SettingValue): SettingsEvent {
  return { type: 'realm_user_settings_defaults', op: 'update', property, value }
}

/** The event, for administrators, that a user allows or forbids exporting their private data. */
export function exportConsentChanged(userId: number, consented: boolean): SettingsEvent {
  return { type: 'realm_export_consent', user_id: userId, consented }
}
