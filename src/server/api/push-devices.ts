import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { integer, json, text } from '../http/declare/params'
import { PeopleOnlyError } from '../chat/actions/push-devices/people-only'
import {
  InvalidPushSubscriptionError,
  listOwnPushDevices,
  NoSuchPushDeviceError,
  registerPushDevice,
  removePushDevice,
  testPushDevices,
} from '../chat/actions/push-devices/push-devices'
import { BadRequestError } from '../chat/rules/errors'
import { sizeLimits } from '../chat/rules/limits'
import { pushDeviceSchema } from '../../shared/push-devices'
import { presentPushDevice } from '../wire/push-devices'

/*
 * Web Push, UnifiedPush and topics. Source: docs/protocol/notifications.md#web-push-endpoints.
 */

const longest = sizeLimits.pushEndpointCharacters
const key = (maxLength: number) => Type.String({ minLength: 1, maxLength })

const subscriptionSchema = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: longest }),
  keys: Type.Optional(Type.Object({ p256dh: key(200), auth: key(100) })),
})

const listEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/me/web_push',
  tag: 'push notifications',
  summary: 'List the devices that get push notifications for the requester',
  auth: 'basic',
  params: {},
  response: {
    vapid_public_key: Type.String({ description: 'For `pushManager.subscribe`, base64url' }),
    devices: Type.Array(pushDeviceSchema, { description: 'Oldest first' }),
    open_tags: Type.Array(Type.String(), {
      description: 'Tags of the notifications with unread messages; others may be closed',
    }),
  },
  errors: [PeopleOnlyError],

  async handler({ ctx, requester }) {
    const { publicKey, devices, openTags } = await listOwnPushDevices(ctx, requester)
    return {
      vapid_public_key: publicKey,
      devices: devices.map((device) => presentPushDevice(device, requester.session?.id)),
      open_tags: openTags,
    }
  },
})

const registerEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/web_push',
  tag: 'push notifications',
  summary: 'Register a browser, an app with UnifiedPush or a topic for push notifications',
  description:
    'An endpoint with `keys` is a subscription of RFC 8030, whose pushes are encrypted. Without `keys` it is the ' +
    'address of a topic that takes JSON as ntfy does, in plain text.',
  auth: 'basic',
  params: {
    subscription: json(subscriptionSchema, {
      longest: 2_000,
      example: { endpoint: 'https://ntfy.example.com/my-secret-topic' },
    }),
    token: text({
      optional: true,
      isExact: true,
      minLength: 1,
      maxLength: 200,
      pattern: /^[\x21-\x7e]+$/,
      description: 'Bearer token of a topic',
    }),
  },
  response: { device_id: Type.Integer() },
  errors: [PeopleOnlyError, InvalidPushSubscriptionError],

  async handler({ ctx, requester, params: { subscription, token }, request }) {
    if (token !== undefined && subscription.keys) {
      throw new BadRequestError('Only topics have a token.')
    }
    const userAgent = request.headers['user-agent'] ?? ''
    const registration = { subscription, token, userAgent }
    return { device_id: await registerPushDevice(ctx, requester, registration) }
  },
})

const removeEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/web_push',
  tag: 'push notifications',
  summary: 'Remove a device of the requester',
  auth: 'basic',
  params: {
    device_id: integer({ optional: true, min: 1, description: 'Id of the device' }),
    endpoint: text({
      optional: true,
      maxLength: longest,
      description: 'Or its endpoint',
      example: 'https://ntfy.example.com/my-secret-topic',
    }),
  },
  response: {},
  errors: [PeopleOnlyError, NoSuchPushDeviceError],

  async handler({ ctx, requester, params: { device_id: id, endpoint } }) {
    if ((id === undefined) === (endpoint === undefined)) {
      throw new BadRequestError('Either device_id or endpoint is needed.')
    }
    const which = id === undefined ? { endpoint: endpoint ?? '' } : { id }
    await removePushDevice(ctx, requester, which)
    return {}
  },
})

const testEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/web_push/test',
  tag: 'push notifications',
  summary: 'Send a test notification to devices of the requester',
  auth: 'basic',
  params: {
    device_id: integer({ optional: true, min: 1, description: 'Absent: to all devices' }),
  },
  response: {},
  errors: [PeopleOnlyError, NoSuchPushDeviceError],

  async handler({ ctx, requester, params }) {
    await testPushDevices(ctx, requester, params.device_id)
    return {}
  },
})

export const pushDevicesEndpoints = [listEndpoint, registerEndpoint, removeEndpoint, testEndpoint]
