import { Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { json, jsonInteger, text } from '../../http/declare/params'
import {
  AdministratorRequiredError,
  InvalidStreamIdError,
  OwnerRequiredError,
} from '../../chat/rules/errors'
import { groupValueErrors } from '../../chat/rules/permissions/errors'
import { realmPermissions } from '../../chat/rules/permissions/realm'
import { olderSettings } from '../../chat/rules/realms/older-settings'
import { permissionUpdateParams, sentPermissions } from '../params/permission-params'
import { sizeLimits } from '../../chat/rules/limits'
import { changeRealm } from '../../chat/actions/realms/change-realm'
import { realmSettings, secondNames } from '../../chat/rules/realms/settings'
import { schemasOf } from '../../chat/rules/settings/declare'
import { sentSettings, settingParams } from './setting-params'
import { groupValueSchema } from '../../../shared/group-value-schemas'
import { normalizeGroupValue } from '../../../shared/rules/group-values'
import type { GroupValueUpdate } from '../../../shared/group-value-schemas'
import type { GroupValue } from '../../../shared/rules/group-values'
import { unbuiltOfRealm } from '../params/unbuilt'

const secondNamesOfSettings = Object.fromEntries(
  Object.entries(secondNames).map(([name, second]) => [name, [second]]),
)

/**
 * The answer: the arguments that were sent, with their new values.
 * Source: docs/protocol/realm-settings.md#patch-realm-answer.
 */
const answered = Object.fromEntries(
  Object.entries<TSchema>({
    name: Type.String(),
    description: Type.String(),
    notifications_stream_id: Type.Integer(),
    waiting_period_threshold: Type.Integer(),
    authentication_methods: Type.Record(Type.String(), Type.Boolean()),
    ...schemasOf(realmSettings),
    ...Object.fromEntries(Object.keys(realmPermissions).map((name) => [name, groupValueSchema])),
    ...schemasOf(olderSettings),
  }).map(([name, schema]) => [name, Type.Optional(schema)]),
)

export const updateRealmEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm',
  tag: 'settings',
  summary: 'Change the organization; administrators only',
  auth: 'basic',
  needsProof: ['authentication_methods'],
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
      description: 'Stream for announcements of new streams; -1: none',
    }),
    waiting_period_threshold: jsonInteger({
      optional: true,
      min: 0,
      max: 36_500,
      description: 'Days until a new account counts as a full member',
    }),
    authentication_methods: json(Type.Record(Type.String(), Type.Boolean()), {
      optional: true,
      description: 'Login methods by name: whether to enable each',
    }),
    ...settingParams(realmSettings, secondNamesOfSettings),
    ...permissionUpdateParams(realmPermissions),
    ...settingParams(olderSettings),
  },
  unbuilt: unbuiltOfRealm,
  response: answered,
  errors: [
    AdministratorRequiredError,
    OwnerRequiredError,
    InvalidStreamIdError,
    ...groupValueErrors,
  ],

  async handler({ ctx, requester, params }) {
    const settings = sentSettings(realmSettings, params)
    const permissions = sentPermissions(realmPermissions, params)
    const older = sentSettings(olderSettings, params)
    await changeRealm(ctx, requester, {
      settings,
      permissions,
      older,
      name: params.name,
      description: params.description,
      notificationsStreamId: params.notifications_stream_id,
      waitingPeriodDays: params.waiting_period_threshold,
      authenticationMethods: params.authentication_methods,
    })
    return {
      name: params.name?.trim(),
      description: params.description?.trim(),
      notifications_stream_id: params.notifications_stream_id,
      waiting_period_threshold: params.waiting_period_threshold,
      authentication_methods: params.authentication_methods,
      ...settings,
      ...normalized(permissions),
      ...older,
    }
  },
})

function normalized(
  updates: Readonly<Record<string, GroupValueUpdate>>,
): Record<string, GroupValue> {
  return Object.fromEntries(
    Object.entries(updates).map(([name, { new: value }]) => [name, normalizeGroupValue(value)]),
  )
}
