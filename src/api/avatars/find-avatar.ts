import { endpoint } from '../../http/endpoint'
import { RedirectAnswer } from '../../http/file-answer'
import type { ApiRequest } from '../../http/request'
import { NoSuchUserError } from '../../services/errors'
import { accessUser } from '../../services/users/access'
import { avatarUrl, mediumAvatarUrl } from '../../wire/avatars'
import { userReference } from '../users/user-reference'

const common = {
  method: 'GET',
  tag: 'users',
  auth: 'basic',
  isFile: true,
  // A page of messages shows many.
  rateLimit: 'none',
  params: { user_id: userReference() },
  response: {},
  errors: [NoSuchUserError],
} as const

/** Source: protocol notes 3.8; client notes 9.5. */
export const findAvatarEndpoint = endpoint({
  ...common,
  path: '/avatar/{user_id}',
  summary: 'Lead to the avatar of an account',

  async handler({ ctx, requester, params, request }) {
    const user = await accessUser(ctx.db.query, requester, params.user_id)
    return redirectTo(avatarUrl(user), request)
  },
})

export const findMediumAvatarEndpoint = endpoint({
  ...common,
  path: '/avatar/{user_id}/medium',
  summary: 'Lead to the avatar of an account in medium size',

  async handler({ ctx, requester, params, request }) {
    const user = await accessUser(ctx.db.query, requester, params.user_id)
    return redirectTo(mediumAvatarUrl(user), request)
  },
})

/** What follows the `?` goes along, for others to read: so never a key. */
function redirectTo(url: string, { query }: ApiRequest): RedirectAnswer {
  const shown = new URLSearchParams(query)
  shown.delete('api_key')
  return new RedirectAnswer(shown.size === 0 ? url : `${url}&${shown.toString()}`)
}
