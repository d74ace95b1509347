import { endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import { fixedError } from '../../shared/api-error'

/*
 * Encrypted pushes to the mobile app, which need a service of its vendor that this server does not use.
 * Source: docs/protocol/notifications.md#encrypted-registration.
 */

class PushServiceNotConfiguredError extends fixedError({
  code: 'PUSH_SERVICE_NOT_CONFIGURED',
  description: 'Always: the server does not use the push service of the mobile app.',
  example: 'Server is not configured to use push notification service.',
}) {}

const optionalText = text({ optional: true, maxLength: 10_000 })

const common = {
  method: 'POST',
  tag: 'settings',
  auth: 'basic',
  response: {},
  errors: [PushServiceNotConfiguredError],
} as const

export const encryptedPushEndpoints = [
  endpoint({
    ...common,
    path: '/api/v1/mobile_push/register',
    summary: 'Register a device for encrypted pushes; refused, as the server sends none',
    params: {
      token_kind: optionalText,
      push_account_id: optionalText,
      push_public_key: optionalText,
      push_key: optionalText,
      bouncer_public_key: optionalText,
      encrypted_push_registration: optionalText,
    },
    async handler() {
      throw new PushServiceNotConfiguredError()
    },
  }),
  endpoint({
    ...common,
    path: '/api/v1/mobile_push/e2ee/test_notification',
    summary: 'Send an encrypted push as a test; refused, as the server sends none',
    params: { push_account_id: optionalText },
    async handler() {
      throw new PushServiceNotConfiguredError()
    },
  }),
]
