import type { AnswerOf, Frozen } from './calls'
import type { ChangeOf } from './property-changes'

/*
 * Events about users' own settings.
 * Sources: docs/protocol/decided-conflicts.md#settings-object, docs/protocol/events.md#own-choices.
 */

type Registered = AnswerOf<'POST /register'>
type PersonalSettings = Frozen<NonNullable<Registered['user_settings']>>
export type DefaultSettings = Frozen<NonNullable<Registered['realm_user_settings_defaults']>>

/** A personal setting and its new value. */
export type SettingChange = ChangeOf<PersonalSettings>
/** A value of a personal setting, by the declarations of the settings. */
type SettingValue = SettingChange['value']

/** A setting as one object has it, or as older clients read it. */
export type SettingsEvent =
  | { type: 'alert_words'; alert_words: readonly string[] }
  | ({
      type: 'user_settings'
      op: 'update'
      /** Only of `default_language`. */
      language_name?: string
    } & SettingChange)
  | {
      type: 'update_display_settings'
      user: string
      setting_name: SettingChange['property']
      setting: SettingValue
      language_name?: string
    }
  | {
      type: 'update_global_notifications'
      user: string
      notification_name: SettingChange['property']
      setting: SettingValue
    }
  | ({ type: 'realm_user_settings_defaults'; op: 'update' } & ChangeOf<DefaultSettings>)
  | { type: 'realm_export_consent'; user_id: number; consented: boolean }
