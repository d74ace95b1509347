import { endpoint } from '../../http/declare/endpoint'
import { AdministratorRequiredError } from '../../chat/rules/errors'
import { changeSettingsDefaults } from '../../chat/actions/settings/defaults'
import { defaultableSettings } from '../../chat/rules/settings/user-settings'
import { sentSettings, settingParams } from './setting-params'

/**
 * Changes the default settings of new accounts.
 * Source: docs/protocol/accounts.md#settings-defaults.
 */
export const updateSettingsDefaultsEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm/user_settings_defaults',
  tag: 'settings',
  summary: 'Change the settings that new accounts begin with; administrators only',
  description: 'Accounts that are there keep theirs.',
  auth: 'basic',
  params: settingParams(defaultableSettings, {
    enable_stream_audible_notifications: ['enable_stream_sounds'],
  }),
  response: {},
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    await changeSettingsDefaults(ctx, requester, sentSettings(defaultableSettings, params))
    return {}
  },
})
