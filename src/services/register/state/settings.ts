import { Type } from '@sinclair/typebox'
import type { Requester } from '../../authentication'
import { describeConstants, stateFamily } from './family'
import { displayDefaults, notificationDefaults, otherDefaults } from './settings-defaults'

/*
 * The requester's own settings: as one object for newer clients, and as copies at the top level
 * for those that do not say that they read the object. Source: client notes 5, 6.3, 9.6.
 */

const displayKeys = {
  ...describeConstants(displayDefaults),
  timezone: Type.String(),
  translate_emoticons: Type.Boolean(),
}

function displaySettingsOf(account: Requester) {
  const { timezone, translate_emoticons } = account
  return { ...displayDefaults, timezone, translate_emoticons }
}

const notificationKeys = {
  ...describeConstants(notificationDefaults),
  enable_stream_audible_notifications: Type.Boolean(),
  enable_stream_desktop_notifications: Type.Boolean(),
  enable_stream_email_notifications: Type.Boolean(),
  enable_stream_push_notifications: Type.Boolean(),
  enable_stream_sounds: Type.Boolean(),
}

function notificationSettingsOf(account: Requester) {
  return {
    ...notificationDefaults,
    enable_stream_audible_notifications: account.audible_notifications,
    enable_stream_desktop_notifications: account.desktop_notifications,
    enable_stream_email_notifications: account.email_notifications,
    enable_stream_push_notifications: account.push_notifications,
    enable_stream_sounds: account.audible_notifications,
  }
}

function copiesOf(account: Requester) {
  return { ...displaySettingsOf(account), ...notificationSettingsOf(account) }
}

const copiedKeys = Type.Partial(Type.Object({ ...displayKeys, ...notificationKeys })).properties

export const userSettingsState = stateFamily({
  fetchTypes: ['user_settings'],
  keys: {
    user_settings: Type.Object({
      ...displayKeys,
      ...notificationKeys,
      ...describeConstants(otherDefaults),
    }),
    ...copiedKeys,
  },

  async read({ account, readsUserSettings }) {
    return {
      user_settings: { ...copiesOf(account), ...otherDefaults },
      ...(readsUserSettings ? {} : copiesOf(account)),
    }
  },
})

export const displaySettingsState = stateFamily({
  fetchTypes: ['update_display_settings'],
  keys: Type.Partial(Type.Object(displayKeys)).properties,

  async read({ account, readsUserSettings }) {
    return readsUserSettings ? {} : displaySettingsOf(account)
  },
})

export const notificationSettingsState = stateFamily({
  fetchTypes: ['update_global_notifications'],
  keys: Type.Partial(Type.Object(notificationKeys)).properties,

  async read({ account, readsUserSettings }) {
    return readsUserSettings ? {} : notificationSettingsOf(account)
  },
})
