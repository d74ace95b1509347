import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { NoSuchKeyError } from '../../services/bot-storage/errors'
import { readStorage } from '../../services/bot-storage/storage'
import { storageKeys } from './params'

export const readStorageEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/bot_storage',
  tag: 'bots',
  summary: 'Read what the requester, a bot, keeps on the server',
  auth: 'basic',
  params: { keys: storageKeys() },
  response: { storage: Type.Record(Type.String(), Type.String()) },
  errors: [NoSuchKeyError],

  async handler({ ctx, requester, params }) {
    return { storage: await readStorage(ctx, requester, params.keys) }
  },
})
