import { endpoint } from '../../http/endpoint'
import { removeAvatar } from '../../services/users/avatar'
import { avatarUrl } from '../../wire/avatars'
import { avatarUrlSchema } from './avatar-params'

export const removeAvatarEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/avatar',
  tag: 'users',
  summary: 'Show the requester by their gravatar again',
  auth: 'basic',
  params: {},
  response: { avatar_url: avatarUrlSchema },

  async handler({ ctx, requester }) {
    return { avatar_url: avatarUrl(await removeAvatar(ctx, requester)) }
  },
})
