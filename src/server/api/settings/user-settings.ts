import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { RateLimitedError } from '../../http/errors'
import { json, text } from '../../http/declare/params'
import { userSettings } from '../../chat/rules/settings/user-settings'
import { changeSettingsOfOthers } from '../../chat/actions/settings/settings-of-others'
import type { SettingTargets } from '../../chat/actions/settings/settings-of-others'
import { changeOwnAccount } from '../../chat/actions/users/own-account'
import {
  AdministratorRequiredError,
  BadRequestError,
  OwnerRequiredError,
} from '../../chat/rules/errors'
import { sizeLimits } from '../../chat/rules/limits'
import { InvalidUserGroupError } from '../../chat/rules/permissions/errors'
import { sentSettings, settingParams } from './setting-params'

const password = (options: { description?: string }) =>
  text({ ...options, isExact: true, optional: true, jsonQuoted: true, maxLength: 1_000 })

const ids = Type.Array(Type.Integer(), { maxItems: sizeLimits.settingTargets })

const targetsSchema = Type.Object({
  user_ids: Type.Optional(ids),
  group_ids: Type.Optional(ids),
  skip_if_already_edited: Type.Optional(
    Type.Boolean({ description: 'Leave settings that a person has changed' }),
  ),
})

const params = {
  full_name: text({ optional: true, jsonQuoted: true }),
  email: text({
    optional: true,
    jsonQuoted: true,
    description: 'A link is sent there, which changes it',
  }),
  old_password: password({ description: 'For a new password' }),
  new_password: password({}),
  target_users: json(targetsSchema, {
    optional: true,
    description: 'Change the settings of these people instead; administrators only (level 444)',
  }),
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
    summary: "Change the requester's own settings, or those of others",
    description: 'Any number; unknown ones are ignored.',
    auth: 'basic',
    scope: 'write',
    needsProof: ['email'],
    params,
    response: {},
    errors: [
      RateLimitedError,
      AdministratorRequiredError,
      OwnerRequiredError,
      InvalidUserGroupError,
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
      const settings = sentSettings(userSettings, params)
      if (params.target_users) {
        refuseOwnPartsForOthers(params)
        await changeSettingsOfOthers(ctx, requester, targetsOf(params.target_users), settings)
        return {}
      }
      await changeOwnAccount(
        ctx,
        requester,
        {
          settings,
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

function targetsOf(sent: Static<typeof targetsSchema>): SettingTargets {
  return {
    userIds: sent.user_ids ?? [],
    groupIds: sent.group_ids ?? [],
    skipsEdited: sent.skip_if_already_edited ?? false,
  }
}

const ownParts = ['full_name', 'email', 'old_password', 'new_password'] as const

/** Names, addresses and passwords of others have calls of their own. @throws BadRequestError */
function refuseOwnPartsForOthers(params: Readonly<Record<string, unknown>>): void {
  const sent = ownParts.find((name) => params[name] !== undefined)
  if (sent !== undefined) {
    throw new BadRequestError(`Unsupported parameter combination: ${sent}, target_users`)
  }
}
