import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { AppContext } from '../context'
import { avatarPixels } from '../stores/files/pictures'
import { endpoint } from '../http/declare/endpoint'
import type { Upload, Endpoint, ApiRequest } from '../http/declare/endpoint'
import { sizeLimits } from '../chat/rules/limits'
import { FileTooLargeError, NoFileError, SeveralFilesError } from '../http/arguments/upload'
import { BadImageError, keyOfAvatar, keyOfEmoji } from '../chat/access/uploads/files'
import { changeAvatar, removeAvatar } from '../chat/actions/users/avatars'
import { readMadePicture } from '../chat/rules/users/made-avatars'
import { avatarFilePattern, avatarUrl, mediumAvatarUrl } from '../wire/avatars'
import { RedirectAnswer, FileAnswer } from '../http/answers/file-answer'
import { NoSuchUserError } from '../chat/rules/errors'
import { accessUser } from '../chat/access/users/access-user'
import { userReference } from './users/read-users'
import { integer, text } from '../http/declare/params'

const avatarUrlSchema = Type.String({
  description: 'Absolute, or relative to the address of the server',
})

/** Upload of a picture for an avatar, emoji, icon or logo. */
export const pictureUpload: Upload = {
  description: 'A picture',
  maxMib: () => sizeLimits.pictureMib,
}

/** For uploaded pictures: a new picture gets a new URL. */
const foreverCached = 'public, max-age=31536000, immutable'
/** For identicons: they are derived from the id, but the operator may switch to gravatars. */
const aDayCached = 'public, max-age=86400'
/** For gravatars, which can change. */
const anHourCached = 'public, max-age=3600'
const png = 'image/png'

const changeAvatarEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/avatar',
  tag: 'users',
  summary: 'Show the requester by a picture of their own',
  description: 'The picture is the one file of a multipart form; its field may have any name.',
  auth: 'basic',
  upload: pictureUpload,
  params: {},
  response: { avatar_url: avatarUrlSchema },
  errors: [NoFileError, SeveralFilesError, FileTooLargeError, BadImageError],

  async handler({ ctx, requester, file }) {
    return { avatar_url: avatarUrl(await changeAvatar(ctx, requester, file)) }
  },
})

const removeAvatarEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/avatar',
  tag: 'users',
  summary: 'Remove the avatar of the requester',
  auth: 'basic',
  params: {},
  response: { avatar_url: avatarUrlSchema },

  async handler({ ctx, requester }) {
    return { avatar_url: avatarUrl(await removeAvatar(ctx, requester)) }
  },
})

const common = {
  method: 'GET',
  tag: 'users',
  auth: 'basic',
  isFile: true,
  // A page of messages loads many avatars.
  rateLimit: 'none',
  params: { user_id: userReference() },
  response: {},
  errors: [NoSuchUserError],
} as const

/** Redirects to the avatar of an account. Source: docs/protocol/users.md#find-avatar. */
const findAvatarEndpoint = endpoint({
  ...common,
  path: '/avatar/{user_id}',
  summary: 'Redirect to the avatar of a user',

  async handler({ ctx, requester, params, request }) {
    const user = await accessUser(ctx.db.query, requester, params.user_id)
    return redirectTo(avatarUrl(user), request)
  },
})

const findMediumAvatarEndpoint = endpoint({
  ...common,
  path: '/avatar/{user_id}/medium',
  summary: 'Redirect to the medium-size avatar of a user',

  async handler({ ctx, requester, params, request }) {
    const user = await accessUser(ctx.db.query, requester, params.user_id)
    return redirectTo(mediumAvatarUrl(user), request)
  },
})

/** Redirects and passes the query on, without `api_key`: the new URL is visible to others, e.g. in logs. */
function redirectTo(url: string, { query }: ApiRequest): RedirectAnswer {
  const shown = new URLSearchParams(query)
  shown.delete('api_key')
  return new RedirectAnswer(shown.size === 0 ? url : `${url}&${shown.toString()}`)
}

const realm_id = integer({ min: 0, description: 'Id of the organization' })

/**
 * Answers an avatar without authentication: URLs of uploaded avatars cannot be guessed, and generated
 * avatars reveal nothing.
 * Sources: docs/protocol/users.md#uploaded-avatar, docs/protocol/users.md#made-avatars.
 */
const getAvatarPictureEndpoint = endpoint({
  method: 'GET',
  path: '/user_avatars/{realm_id}/{filename}',
  tag: 'users',
  summary: 'Read the picture of an account',
  auth: 'none',
  isFile: true,
  params: { realm_id, filename: text({ pattern: avatarFilePattern }) },
  response: {},

  async handler({ ctx, params }) {
    const { realm_id: realmId, filename } = params
    if (filename.startsWith('made-')) return madePictureAnswer(ctx, realmId, filename)
    const key = keyOfAvatar(realmId, filename)
    return new FileAnswer({
      contentType: png,
      cacheControl: foreverCached,
      open: () => ctx.files.store.read(key),
    })
  },
})

/** @param filename `made-10.png`, `made-10-medium.png`, `made-icon.png` */
async function madePictureAnswer(
  ctx: AppContext,
  realmId: number,
  filename: string,
): Promise<FileAnswer> {
  const id = /\d+/.exec(filename)?.[0]
  const owner = { realmId, userId: id === undefined ? undefined : Number(id) }
  const pixels = filename.includes('-medium') ? avatarPixels.medium : avatarPixels.normal
  const { bytes, contentType, isFinal } = await readMadePicture(ctx, owner, pixels)
  return new FileAnswer({
    contentType,
    cacheControl: isFinal ? aDayCached : anHourCached,
    open: async () => ({ body: Readable.from([bytes]), bytes: bytes.length }),
  })
}

/** Answers the picture of a custom emoji. */
export const getEmojiPictureEndpoint = endpoint({
  method: 'GET',
  path: '/user_avatars/{realm_id}/emoji/images/{filename}',
  tag: 'emoji',
  summary: 'Read the picture of an emoji',
  auth: 'none',
  isFile: true,
  params: { realm_id, filename: text({ pattern: /^[0-9a-f]{32}\.(png|gif)$/ }) },
  response: {},

  async handler({ ctx, params: { realm_id: realmId, filename } }) {
    return new FileAnswer({
      contentType: filename.endsWith('.gif') ? 'image/gif' : png,
      cacheControl: foreverCached,
      open: () => ctx.files.store.read(keyOfEmoji(realmId, filename)),
    })
  },
})

export const avatarsEndpoints: readonly Endpoint[] = [
  changeAvatarEndpoint,
  removeAvatarEndpoint,
  findAvatarEndpoint,
  findMediumAvatarEndpoint,
  getAvatarPictureEndpoint,
]
