import { endpoint } from '../../http/endpoint'
import { deactivateRealmEmoji } from '../../services/realm-emoji/deactivate-emoji'
import { NoSuchEmojiError, NotEmojiAuthorError } from '../../services/realm-emoji/errors'
import { emojiName } from './emoji-name'

export const deactivateEmojiEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/realm/emoji/{emoji_name}',
  tag: 'emoji',
  summary: 'Take an emoji of the organisation out of use',
  description: 'Its author and administrators may. Where it was used it is shown on.',
  auth: 'basic',
  params: { emoji_name: emojiName },
  response: {},
  errors: [NoSuchEmojiError, NotEmojiAuthorError],

  async handler({ ctx, requester, params }) {
    await deactivateRealmEmoji(ctx, requester, params.emoji_name)
    return {}
  },
})
