import { endpoint } from '../../http/endpoint'
import { NoSuchKeyError } from '../../services/bot-storage/errors'
import { removeStorage } from '../../services/bot-storage/storage'
import { storageKeys } from './params'

export const removeStorageEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/bot_storage',
  tag: 'bots',
  summary: 'Remove what the requester, a bot, keeps on the server',
  auth: 'basic',
  params: { keys: storageKeys() },
  response: {},
  errors: [NoSuchKeyError],

  async handler({ ctx, requester, params }) {
    await removeStorage(ctx, requester, params.keys)
    return {}
  },
})
