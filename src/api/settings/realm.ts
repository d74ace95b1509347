import { endpoint } from '../../http/declare/endpoint'
import { jsonInteger, text } from '../../http/declare/params'
import { AdministratorRequiredError, InvalidStreamIdError } from '../../services/errors'
import { sizeLimits } from '../../services/limits'
import { changeRealm } from '../../services/realms/change'
import { realmSettings } from '../../services/realms/settings'
import { sentSettings, settingParams } from './setting-params'
import { Type } from '@sinclair/typebox'
import { unbuiltOfRealm } from '../unbuilt'

export const updateRealmEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm',
  tag: 'settings',
  summary: 'Change the organisation; administrators only',
  auth: 'basic',
  params: {
    name: text({ optional: true, jsonQuoted: true }),
    description: text({
      optional: true,
      jsonQuoted: true,
      maxLength: sizeLimits.realmDescriptionCharacters,
      example: 'Those who make Parley',
    }),
    notifications_stream_id: jsonInteger({
      optional: true,
      min: -1,
      max: Number.MAX_SAFE_INTEGER,
      aliases: ['new_stream_announcements_stream_id'],
      description: 'Where new streams are announced; -1: nowhere',
    }),
    waiting_period_threshold: jsonInteger({
      optional: true,
      min: 0,
      max: 36_500,
      description: 'In days: how old an account must be to be trusted with all',
    }),
    ...settingParams(realmSettings),
  },
  unbuilt: unbuiltOfRealm,
  response: {},
  errors: [AdministratorRequiredError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    await changeRealm(ctx, requester, {
      settings: sentSettings(realmSettings, params),
      name: params.name,
      description: params.description,
      notificationsStreamId: params.notifications_stream_id,
      waitingPeriodDays: params.waiting_period_threshold,
    })
    return {}
  },
})

/**
 * Lists custom profile fields. There are none: clients that show them ask all the same.
 * Source: docs/protocol/settings.md#profile-fields.
 */
export const listProfileFieldsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/profile_fields',
  tag: 'settings',
  summary: 'What people can say about themselves beside their names',
  auth: 'basic',
  params: {},
  response: { custom_fields: Type.Array(Type.Unknown()) },

  handler: async () => ({ custom_fields: [] }),
})
