import { Type } from '@sinclair/typebox'
import type { Requester } from '../../../rules/authentication'
import { schemasOf } from '../../../rules/settings/declare'
import {
  defaultableSettings,
  displaySettings,
  emojisetChoices,
  notificationSettings,
  notificationSounds,
  settingsDefaultsOf,
  userSettings,
  userSettingsOf,
} from '../../../rules/settings/user-settings'
import { describeConstants, stateFamily } from './family'

const displayConstants = { emojiset_choices: emojisetChoices }
const notificationConstants = { available_notification_sounds: notificationSounds }

const displayKeys = { ...schemasOf(displaySettings), ...describeConstants(displayConstants) }
const notificationKeys = {
  ...schemasOf(notificationSettings),
  ...describeConstants(notificationConstants),
  enable_stream_sounds: Type.Boolean(),
}

const copiedKeys = Type.Partial(Type.Object({ ...displayKeys, ...notificationKeys })).properties

/** All settings, with the older names in addition. */
function settingsOf(account: Requester) {
  const settings = userSettingsOf(account)
  return { ...settings, enable_stream_sounds: settings.enable_stream_audible_notifications }
}

function displaySettingsOf(account: Requester) {
  return { ...picked(settingsOf(account), displaySettings), ...displayConstants }
}

function notificationSettingsOf(account: Requester) {
  const settings = settingsOf(account)
  const { enable_stream_sounds } = settings
  const own = picked(settings, notificationSettings)
  return { ...own, ...notificationConstants, enable_stream_sounds }
}

/** The members of `object` whose names are keys of `names`. */
function picked<T extends object, K extends keyof T>(
  object: T,
  names: Readonly<Record<K, unknown>>,
): Pick<T, K> {
  const entries = Object.entries(object).filter(([name]) => name in names)
  return Object.fromEntries(entries) as Pick<T, K>
}

/**
 * The requester's settings: one object for newer clients, plus copies at the top level for clients
 * without the capability `user_settings_object`.
 * Sources: docs/protocol/decided-conflicts.md#settings-object,
 * docs/protocol/register.md#fetch-settings.
 */
export const userSettingsState = stateFamily({
  fetchTypes: ['user_settings'],
  keys: {
    user_settings: Type.Object({
      ...schemasOf(userSettings),
      ...displayKeys,
      ...notificationKeys,
    }),
    ...copiedKeys,
  },

  async read({ account, can }) {
    return {
      user_settings: {
        ...settingsOf(account),
        ...displayConstants,
        ...notificationConstants,
      },
      ...(can('user_settings_object')
        ? {}
        : { ...displaySettingsOf(account), ...notificationSettingsOf(account) }),
    }
  },
})

/**
 * Default settings of new accounts. Source: docs/protocol/accounts.md#settings-defaults.
 */
export const settingsDefaultsState = stateFamily({
  fetchTypes: ['realm_user_settings_defaults'],
  keys: {
    realm_user_settings_defaults: Type.Object({
      ...schemasOf(defaultableSettings),
      ...describeConstants(displayConstants),
      ...describeConstants(notificationConstants),
    }),
  },

  async read({ account }) {
    return {
      realm_user_settings_defaults: {
        ...settingsDefaultsOf(account.realm_user_defaults),
        ...displayConstants,
        ...notificationConstants,
      },
    }
  },
})

/** Display settings at the top level, for clients without the capability `user_settings_object`. */
export const displaySettingsState = stateFamily({
  fetchTypes: ['update_display_settings'],
  keys: Type.Partial(Type.Object(displayKeys)).properties,

  async read({ account, can }) {
    return can('user_settings_object') ? {} : displaySettingsOf(account)
  },
})

/** Notification settings at the top level, for clients without the capability `user_settings_object`. */
export const notificationSettingsState = stateFamily({
  fetchTypes: ['update_global_notifications'],
  keys: Type.Partial(Type.Object(notificationKeys)).properties,

  async read({ account, can }) {
    return can('user_settings_object') ? {} : notificationSettingsOf(account)
  },
})
