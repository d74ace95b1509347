import { changeSettings } from '../../data/api/call'
import type { RealmSettingName, UserDefaults, UserSettings } from '../../data/store/state'
import type { App } from '../../app/app'

/** Reads and saves one setting. */
export interface SettingTarget {
  /** Inside a component, subscribes it to changes. */
  read(app: App): unknown
  save(value: unknown): Promise<unknown>
}

/** A setting of `user_settings`, saved by `PATCH /settings`. */
export function userSetting(name: keyof UserSettings): SettingTarget {
  return {
    read: ({ store }) => store.read('user_settings')[name],
    save: (value) => changeSettings('PATCH /settings', { [name]: value }),
  }
}

/** A setting of the organization, saved by `PATCH /realm`. */
export function realmSetting(name: RealmSettingName): SettingTarget {
  return {
    read: ({ store }) => store.read(`realm_${name}`),
    save: (value) => changeSettings('PATCH /realm', { [name]: value }),
  }
}

/** A default for new users, in `realm_user_settings_defaults`, saved by `PATCH /realm/user_settings_defaults`. */
export function defaultSetting(name: keyof UserDefaults): SettingTarget {
  return {
    read: ({ store }) => store.read('realm_user_settings_defaults')[name],
    save: (value) => changeSettings('PATCH /realm/user_settings_defaults', { [name]: value }),
  }
}
