import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { converted, integer, text } from '../http/declare/params'
import {
  addClientDevice,
  NoActiveDeviceError,
  registerEncryptedPushes,
  removeClientDevice,
  testEncryptedPushes,
  UnknownClientDeviceError,
} from '../chat/actions/push-devices/client-devices'
import { NoPushServiceError } from '../chat/actions/push-devices/mobile-devices'
import { PeopleOnlyError } from '../chat/actions/push-devices/people-only'
import type { SealedToken } from '../chat/actions/push-devices/sealed-registration'
import { BadRequestError } from '../chat/rules/errors'
import { readBase64, readPushKey } from '../chat/rules/pushes/sealed'

/* Encrypted pushes to mobile apps. Source: docs/protocol/notifications.md#encrypted-registration. */

const largestKeyId = 2 ** 32 - 1
const tokenIdBytes = 8

const common = { method: 'POST', tag: 'push notifications', auth: 'basic' } as const

const addEndpoint = endpoint({
  ...common,
  path: '/api/v1/register_client_device',
  summary: 'Add an installation of an app, for encrypted pushes',
  params: {},
  response: { device_id: Type.Integer() },
  errors: [PeopleOnlyError],

  async handler({ ctx, requester }) {
    return { device_id: await addClientDevice(ctx, requester) }
  },
})

const removeEndpoint = endpoint({
  ...common,
  path: '/api/v1/remove_client_device',
  summary: 'Remove an installation of an app',
  params: { device_id: integer({ min: 1 }) },
  response: {},
  errors: [PeopleOnlyError, UnknownClientDeviceError],

  async handler({ ctx, requester, params }) {
    await removeClientDevice(ctx, requester, params.device_id)
    return {}
  },
})

const registerEndpoint = endpoint({
  ...common,
  path: '/api/v1/mobile_push/register',
  summary: 'Give an installation of an app a key, a token, or both, for encrypted pushes',
  description: 'The arguments of the key, and those of the token, are given together.',
  params: {
    device_id: integer({ min: 1, description: 'Answer of `/register_client_device`' }),
    push_key_id: integer({ optional: true, min: 0, max: largestKeyId, example: 7 }),
    push_key: text({
      optional: true,
      maxLength: 100,
      description: 'Base64 of the byte 0x31 and the 32 bytes of a key for `crypto_secretbox`',
      example: 'MQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    }),
    token_kind: converted(
      Type.Union([Type.Literal('fcm'), Type.Literal('apns')]),
      (raw) => (raw === 'fcm' || raw === 'apns' ? raw : undefined),
      { optional: true },
    ),
    token_id: text({
      optional: true,
      maxLength: 100,
      description: "Base64 of the first 8 bytes of the token's SHA-256",
    }),
    bouncer_public_key: text({
      optional: true,
      maxLength: 200,
      description: 'Public key under which the token is sealed: that of this server',
    }),
    encrypted_push_registration: text({
      optional: true,
      maxLength: 10_000,
      description:
        'Base64 of a `crypto_box_seal` with JSON: token_kind, token, timestamp, ios_app_id',
    }),
  },
  response: {},
  errors: [PeopleOnlyError, NoPushServiceError, UnknownClientDeviceError],

  async handler({ ctx, requester, params }) {
    const key = keyOf(params)
    const token = tokenOf(params)
    if (!key && !token) throw new BadRequestError('A key or a token is needed.')
    await registerEncryptedPushes(ctx, requester, { deviceId: params.device_id, key, token })
    return {}
  },
})

interface KeyParams {
  push_key_id: number | undefined
  push_key: string | undefined
}

/** @throws BadRequestError */
function keyOf({ push_key_id: id, push_key: key }: KeyParams) {
  if (id === undefined && key === undefined) return undefined
  if (id === undefined || key === undefined) {
    throw new BadRequestError('push_key_id and push_key are given together.')
  }
  const secret = readPushKey(key)
  if (secret === undefined) throw new BadRequestError('Invalid push_key')
  return { id, secret }
}

interface TokenParams {
  token_kind: SealedToken['kind'] | undefined
  token_id: string | undefined
  bouncer_public_key: string | undefined
  encrypted_push_registration: string | undefined
}

/** @throws BadRequestError */
function tokenOf({
  token_kind: kind,
  token_id: tokenId,
  bouncer_public_key: sealedFor,
  encrypted_push_registration: sealed,
}: TokenParams): SealedToken | undefined {
  const all = [kind, tokenId, sealedFor, sealed]
  if (all.every((each) => each === undefined)) return undefined
  if (
    kind === undefined ||
    tokenId === undefined ||
    sealedFor === undefined ||
    sealed === undefined
  ) {
    throw new BadRequestError(
      'token_kind, token_id, bouncer_public_key and encrypted_push_registration are given together.',
    )
  }
  if (readBase64(tokenId)?.length !== tokenIdBytes) throw new BadRequestError('Invalid token_id')
  return { kind, tokenId, sealedFor, sealed }
}

const testEndpoint = endpoint({
  ...common,
  path: '/api/v1/mobile_push/e2ee/test_notification',
  summary: 'Send an encrypted push as a test',
  description: 'The answer comes before the push is sent.',
  params: {
    device_id: integer({ optional: true, min: 1, description: 'Absent: to all devices' }),
  },
  response: {},
  errors: [PeopleOnlyError, NoPushServiceError, NoActiveDeviceError],

  async handler({ ctx, requester, params }) {
    await testEncryptedPushes(ctx, requester, params.device_id)
    return {}
  },
})

export const encryptedPushEndpoints = [addEndpoint, removeEndpoint, registerEndpoint, testEndpoint]
