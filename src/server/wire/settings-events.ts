import type { ChangeOf } from '../../shared/property-changes'
import type { DefaultSettings, SettingChange, SettingsEvent } from '../../shared/settings-events'

/** @param words all alert words */
export function alertWordsChanged(words: readonly string[]): SettingsEvent {
  return { type: 'alert_words', alert_words: words }
}

export function userSettingChanged(change: SettingChange): SettingsEvent {
  return {
    type: 'user_settings',
    op: 'update',
    ...change,
    ...(change.property === 'default_language' ? { language_name: change.value } : {}),
  }
}

/** The event of a display setting, for clients that do not read settings as one object. */
export function displaySettingChanged(
  email: string,
  { property, value }: SettingChange,
): SettingsEvent {
  return {
    type: 'update_display_settings',
    user: email,
    setting_name: property,
    setting: value,
    ...(property === 'default_language' ? { language_name: value } : {}),
  }
}

/** The event of a notification setting, for the same clients. */
export function notificationSettingChanged(
  email: string,
  { property, value }: SettingChange,
): SettingsEvent {
  return {
    type: 'update_global_notifications',
    user: email,
    notification_name: property,
    setting: value,
  }
}

/** The event of a changed default setting for new accounts. */
export function settingsDefaultChanged(change: ChangeOf<DefaultSettings>): SettingsEvent {
  return { type: 'realm_user_settings_defaults', op: 'update', ...change }
}

/** The event, for administrators, that a user allows or forbids exporting their private data. */
export function exportConsentChanged(userId: number, consented: boolean): SettingsEvent {
  return { type: 'realm_export_consent', user_id: userId, consented }
}
