import { endpoint } from '../../http/declare/endpoint'
import { RateLimitedError } from '../../http/errors'
import { text } from '../../http/declare/params'
import { userSettings } from '../../chat/rules/settings/user-settings'
import { changeOwnAccount } from '../../chat/actions/users/own-account'
import { unbuiltOfSettings } from '../unbuilt'
import { sentSettings, settingParams } from './setting-params'

const password = (options: { description?: string }) =>
  text({ ...options, isExact: true, optional: true, jsonQuoted: true, maxLength: 1_000 })

const params = {
  full_name: text({ optional: true, jsonQuoted: true }),
  email: text({
    optional: true,
    jsonQuoted: true,
    description: 'A link is sent there, which changes it',
  }),
  old_password: password({ description: 'For a new password' }),
  new_password: password({}),
  ...settingParams(userSettings, {
    enable_stream_audible_notifications: ['enable_stream_sounds'],
  }),
}

/** Older clients use separate paths for display and notification settings. */
const paths = ['', '/display', '/notifications'] as const

/**
 * Endpoints for the requester's own settings: the current path and two older ones.
 * Source: docs/protocol/settings.md#account-settings.
 */
export const updateSettingsEndpoints = paths.map((path) =>
  endpoint({
    method: 'PATCH',
    path: `/api/v1/settings${path}`,
    tag: 'settings',
    summary: "Change the requester's own settings",
    description: 'Any number; unknown ones are ignored.',
    auth: 'basic',
    params,
    unbuilt: unbuiltOfSettings,
    response: {},
    errors: [
      RateLimitedError,
      {
        code: 'BAD_REQUEST',
        description: 'The old password is another one.',
        example: 'Wrong password!',
      },
      {
        code: 'BAD_REQUEST',
        description: 'Only administrators may change their names.',
        example: 'Name changes are disabled in this organization.',
      },
    ],

    async handler({ ctx, requester, params, request }) {
      await changeOwnAccount(
        ctx,
        requester,
        {
          settings: sentSettings(userSettings, params),
          fullName: params.full_name,
          email: params.email,
          oldPassword: params.old_password,
          newPassword: params.new_password,
        },
        request.ip,
      )
      return {}
    },
  }),
)
