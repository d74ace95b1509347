import { changeSettings } from '../../data/api/call'
import type { RealmSettingName, UserDefaults, UserSettings } from '../../data/records/state'
import type { App } from '../../context/app'

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

/** Value of a clock that nobody has chosen. */
export const clockOfLanguage = null

/** The clock: {@link clockOfLanguage}, or whether it has 24 hours. */
export const clockSetting: SettingTarget = {
  read: ({ store }) => clockIn(store.read('user_settings')),
  save: (value) => changeSettings('PATCH /settings', choosingClock(value)),
}

/** {@link clockSetting} of new users. */
export const defaultClockSetting: SettingTarget = {
  read: ({ store }) => clockIn(store.read('realm_user_settings_defaults')),
  save: (value) => changeSettings('PATCH /realm/user_settings_defaults', choosingClock(value)),
}

function clockIn(settings: Pick<UserSettings, 'clock_follows_language' | 'twenty_four_hour_time'>) {
  return settings.clock_follows_language ? clockOfLanguage : settings.twenty_four_hour_time
}

function choosingClock(value: unknown): Readonly<Record<string, unknown>> {
  return value === clockOfLanguage
    ? { clock_follows_language: true }
    : { twenty_four_hour_time: value }
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
