import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { json } from '../../http/params'
import { StorageFullError } from '../../services/bot-storage/errors'
import { updateStorage } from '../../services/bot-storage/storage'

export const updateStorageEndpoint = endpoint({
  method: 'PUT',
  path: '/api/v1/bot_storage',
  tag: 'bots',
  summary: 'Keep texts on the server, each under a key',
  description: 'For bots. Other keys stay as they are.',
  auth: 'basic',
  params: {
    storage: json(Type.Record(Type.String(), Type.String()), { example: { last_run: 'today' } }),
  },
  response: {},
  errors: [StorageFullError],

  async handler({ ctx, requester, params }) {
    await updateStorage(ctx, requester, params.storage)
    return {}
  },
})
