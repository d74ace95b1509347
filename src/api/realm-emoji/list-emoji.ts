import { endpoint } from '../../http/endpoint'
import { listRealmEmoji } from '../../services/realm-emoji/list-emoji'
import { realmEmojiMapSchema } from '../../wire/realm-emoji'

/** Source: client notes 9.7. */
export const listEmojiEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/emoji',
  tag: 'emoji',
  summary: 'List the emoji of the organisation',
  description: 'By id; deactivated ones included.',
  auth: 'basic',
  params: {},
  response: { emoji: realmEmojiMapSchema },

  async handler({ ctx, requester }) {
    return { emoji: await listRealmEmoji(ctx, requester) }
  },
})
