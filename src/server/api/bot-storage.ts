import { Type } from '@sinclair/typebox'
import { json } from '../http/declare/params'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import {
  NoSuchKeyError,
  readStorage,
  StorageFullError,
  changeStorage,
  removeStorage,
} from '../chat/actions/bots/storage'

function storageKeys() {
  return json(Type.Array(Type.String(), { maxItems: 1_000 }), {
    optional: true,
    isExact: true,
    description: 'All of them unless given',
  })
}

const readStorageEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/bot_storage',
  tag: 'bots',
  summary: 'Read the storage of the requester, a bot',
  auth: 'basic',
  params: { keys: storageKeys() },
  response: { storage: Type.Record(Type.String(), Type.String()) },
  errors: [NoSuchKeyError],

  async handler({ ctx, requester, params }) {
    return { storage: await readStorage(ctx, requester, params.keys) }
  },
})

const updateStorageEndpoint = endpoint({
  method: 'PUT',
  path: '/api/v1/bot_storage',
  tag: 'bots',
  summary: 'Keep texts on the server, each under a key',
  description: 'For bots. Other keys stay as they are.',
  auth: 'basic',
  params: {
    storage: json(Type.Record(Type.String(), Type.String()), {
      // Limited only by the size of a request.
      longest: Infinity,
      isExact: true,
      example: { last_run: 'today' },
    }),
  },
  response: {},
  errors: [StorageFullError],

  async handler({ ctx, requester, params }) {
    await changeStorage(ctx, requester, params.storage)
    return {}
  },
})

const removeStorageEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/bot_storage',
  tag: 'bots',
  summary: 'Delete from the storage of the requester, a bot',
  auth: 'basic',
  params: { keys: storageKeys() },
  response: {},
  errors: [NoSuchKeyError],

  async handler({ ctx, requester, params }) {
    await removeStorage(ctx, requester, params.keys)
    return {}
  },
})

export const botStorageEndpoints: readonly Endpoint[] = [
  readStorageEndpoint,
  updateStorageEndpoint,
  removeStorageEndpoint,
]
