import { call } from '../../api/call'
import type { App } from '../../app'

/** Where the value of a setting is, and how it is saved. */
export interface SettingTarget {
  /** Inside a component this is told of changes. */
  read(app: App): unknown
  save(value: unknown): Promise<unknown>
}

/** One of `user_settings`, saved by `PATCH /settings`. */
export function userSetting(name: string): SettingTarget {
  return {
    read: ({ store }) => store.read('user_settings')[name],
    save: (value) => call('PATCH', '/settings', { [name]: value }),
  }
}

/** One of the organisation's, saved by `PATCH /realm`. @param key in the state, where it is not `realm_NAME` */
export function realmSetting(name: string, key = `realm_${name}`): SettingTarget {
  return {
    read: ({ store }) => store.read(key),
    save: (value) => call('PATCH', '/realm', { [name]: value }),
  }
}

/** What new people get, of `realm_user_settings_defaults`, saved by `PATCH /realm/user_settings_defaults`. */
export function defaultSetting(name: string): SettingTarget {
  return {
    read: ({ store }) =>
      (store.read('realm_user_settings_defaults') as Record<string, unknown> | undefined)?.[name],
    save: (value) => call('PATCH', '/realm/user_settings_defaults', { [name]: value }),
  }
}
