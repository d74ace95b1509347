import { call } from '../../data/api/call'
import type { App } from '../../app/app'

/** Reads and saves one setting. */
export interface SettingTarget {
  /** Inside a component, subscribes it to changes. */
  read(app: App): unknown
  save(value: unknown): Promise<unknown>
}

/** A setting of `user_settings`, saved by `PATCH /settings`. */
export function userSetting(name: string): SettingTarget {
  return {
    read: ({ store }) => store.read('user_settings')[name],
    save: (value) => call('PATCH', '/settings', { [name]: value }),
  }
}

/**
 * A setting of the organization, saved by `PATCH /realm`.
 *
 * @param key its key in the state, if it differs from `realm_NAME`
 */
export function realmSetting(name: string, key = `realm_${name}`): SettingTarget {
  return {
    read: ({ store }) => store.read(key),
    save: (value) => call('PATCH', '/realm', { [name]: value }),
  }
}

/** A default for new users, in `realm_user_settings_defaults`, saved by `PATCH /realm/user_settings_defaults`. */
export function defaultSetting(name: string): SettingTarget {
  return {
    read: ({ store }) =>
      (store.read('realm_user_settings_defaults') as Record<string, unknown> | undefined)?.[name],
    save: (value) => call('PATCH', '/realm/user_settings_defaults', { [name]: value }),
  }
}
