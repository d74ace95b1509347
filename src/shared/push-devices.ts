import { Type } from '@sinclair/typebox'

/** A device of a person, for its owner. Source: docs/protocol/notifications.md#web-push-endpoints. */
export const pushDeviceSchema = Type.Object({
  device_id: Type.Integer(),
  kind: Type.Union([Type.Literal('web_push'), Type.Literal('topic'), Type.Literal('mobile_app')]),
  name: Type.String({ description: 'Such as `Firefox on Linux`' }),
  service: Type.String({
    description: 'Host that takes the pushes; `fcm`, `apns` or `bouncer` for mobile apps',
  }),
  created_at: Type.Integer({ description: 'Unix time' }),
  last_success_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix time of the last push that its service took',
  }),
  last_error: Type.Union([Type.String(), Type.Null()], {
    description: 'Refusal or failure since the last success',
  }),
  is_current: Type.Boolean({ description: 'Whether this browser session registered it' }),
})
