import { endpoint } from '../../http/endpoint'
import { FileAnswer } from '../../http/file-answer'
import { integer, text } from '../../http/params'
import { keyOfAvatar, keyOfEmoji } from '../../services/uploads/keys'
import { foreverCached } from './avatar-params'

const realm_id = integer({ min: 0, description: 'Id of the organisation' })

/** Nobody is asked who they are: the address cannot be guessed. Source: protocol notes 3.8. */
export const getAvatarPictureEndpoint = endpoint({
  method: 'GET',
  path: '/user_avatars/{realm_id}/{filename}',
  tag: 'users',
  summary: 'Read the picture of an account',
  auth: 'none',
  isFile: true,
  params: { realm_id, filename: text({ pattern: /^[0-9a-f]{32}(-medium)?\.png$/ }) },
  response: {},

  async handler({ ctx, params }) {
    const key = keyOfAvatar(params.realm_id, params.filename)
    return new FileAnswer({
      contentType: 'image/png',
      cacheControl: foreverCached,
      open: () => ctx.files.store.read(key),
    })
  },
})

/** The same for emoji of the organisation. */
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
      contentType: filename.endsWith('.gif') ? 'image/gif' : 'image/png',
      cacheControl: foreverCached,
      open: () => ctx.files.store.read(keyOfEmoji(realmId, filename)),
    })
  },
})
