import { endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import { InvalidApnsTokenError } from '../chat/actions/push-devices/apns-token'
import {
  NoPushServiceError,
  NoSuchTokenError,
  registerMobileDevice,
  removeMobileDevice,
  testMobileDevices,
  UnknownPushDeviceError,
} from '../chat/actions/push-devices/mobile-devices'
import { PeopleOnlyError } from '../chat/actions/push-devices/people-only'
import { BadRequestError } from '../chat/rules/errors'

/*
 * Devices with a mobile app. Source: docs/protocol/notifications.md#device-registration.
 */

const longestToken = 4_096

const common = { tag: 'push notifications', auth: 'basic', response: {} } as const

const tokenOf = (description: string, example: string) =>
  text({ isExact: true, maxLength: 2 * longestToken, description, example })
const androidToken = tokenOf('Registration token of FCM', 'fcm-registration-token')
const apnsToken = tokenOf('Token of APNs: hex, in older apps base64', 'c0ffee')

/** @throws BadRequestError */
function checkLength(token: string): string {
  if (token !== '' && token.length <= longestToken) return token
  throw new BadRequestError('Empty or invalid length token')
}

const wrongLength = {
  code: 'BAD_REQUEST',
  description: 'The token is empty, or longer than 4,096 characters.',
  example: 'Empty or invalid length token',
} as const

const registerAndroid = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/users/me/android_gcm_reg_id',
  summary: 'Register an Android app for push notifications',
  params: { token: androidToken },
  errors: [PeopleOnlyError, NoPushServiceError, wrongLength],

  async handler({ ctx, requester, params }) {
    const token = checkLength(params.token)
    await registerMobileDevice(ctx, requester, { kind: 'fcm', token, appId: undefined })
    return {}
  },
})

const removeAndroid = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/users/me/android_gcm_reg_id',
  summary: 'Remove an Android app from push notifications',
  params: { token: androidToken },
  errors: [PeopleOnlyError, NoSuchTokenError, wrongLength],

  async handler({ ctx, requester, params }) {
    await removeMobileDevice(ctx, requester, { kind: 'fcm', token: checkLength(params.token) })
    return {}
  },
})

const registerApple = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/users/me/apns_device_token',
  summary: 'Register an iOS app for push notifications',
  params: {
    token: apnsToken,
    appid: text({
      pattern: /^[\w.-]+$/,
      maxLength: 200,
      description: 'Bundle id of the app',
      example: 'org.zulip.Zulip',
    }),
  },
  errors: [PeopleOnlyError, NoPushServiceError, InvalidApnsTokenError, wrongLength],

  async handler({ ctx, requester, params }) {
    const token = checkLength(params.token)
    await registerMobileDevice(ctx, requester, { kind: 'apns', token, appId: params.appid })
    return {}
  },
})

const removeApple = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/users/me/apns_device_token',
  summary: 'Remove an iOS app from push notifications',
  params: { token: apnsToken },
  errors: [PeopleOnlyError, NoSuchTokenError, InvalidApnsTokenError, wrongLength],

  async handler({ ctx, requester, params }) {
    await removeMobileDevice(ctx, requester, { kind: 'apns', token: checkLength(params.token) })
    return {}
  },
})

const testEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/mobile_push/test_notification',
  summary: 'Send a test notification to mobile apps of the requester',
  description: 'The answer comes before the push is sent.',
  params: {
    token: text({
      optional: true,
      isExact: true,
      maxLength: longestToken,
      description: 'Token of the device; absent: all devices',
    }),
  },
  errors: [PeopleOnlyError, NoPushServiceError, UnknownPushDeviceError],

  async handler({ ctx, requester, params }) {
    await testMobileDevices(ctx, requester, params.token)
    return {}
  },
})

export const mobileDevicesEndpoints = [
  registerAndroid,
  removeAndroid,
  registerApple,
  removeApple,
  testEndpoint,
]
