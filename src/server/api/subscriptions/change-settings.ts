import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { integer, json, text } from '../../http/declare/params'
import { changeSubscriptionSettings } from '../../chat/actions/streams/subscription-settings'

const settingChange = Type.Object({
  stream_id: Type.Integer(),
  property: Type.String({
    maxLength: 60,
    description:
      'color, is_muted, in_home_view, pin_to_top, desktop_notifications, ' +
      'audible_notifications, push_notifications, email_notifications or wildcard_mentions_notify',
  }),
  value: Type.Union([Type.Boolean(), Type.String(), Type.Null()], {
    description: "Null: notifications as in the account's settings",
  }),
})

export const changeSettingsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/subscriptions/properties',
  tag: 'subscriptions',
  summary: 'Change color, mute, pin and notifications of subscriptions',
  auth: 'basic',
  params: {
    subscription_data: json(Type.Array(settingChange), {
      example: [{ stream_id: 4, property: 'pin_to_top', value: true }],
    }),
  },
  response: { subscription_data: Type.Array(settingChange) },

  async handler({ ctx, requester, params }) {
    await changeSubscriptionSettings(ctx, requester, params.subscription_data)
    return { subscription_data: params.subscription_data }
  },
})

export const changeSettingEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/me/subscriptions/{stream_id}',
  tag: 'subscriptions',
  summary: 'Change one setting of one subscription',
  auth: 'basic',
  params: {
    stream_id: integer({ min: 0 }),
    property: text({
      example: 'pin_to_top',
      maxLength: 60,
      description: 'As in the call for several',
    }),
    value: json(settingChange.properties.value, { example: true }),
  },
  response: {},

  async handler({ ctx, requester, params }) {
    await changeSubscriptionSettings(ctx, requester, [params])
    return {}
  },
})
