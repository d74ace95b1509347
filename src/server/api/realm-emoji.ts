import { text } from '../http/declare/params'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { listEmojiRecords } from '../chat/access/realm-emoji/find-emoji'
import { realmEmojiMapSchema } from '../../shared/realm-emoji'
import { FileTooLargeError, NoFileError, SeveralFilesError } from '../http/arguments/upload'
import { AdministratorRequiredError, GuestsNotAllowedError } from '../chat/rules/errors'
import {
  addRealmEmoji,
  EmojiNameTakenError,
  InvalidEmojiNameError,
  removeRealmEmoji,
  NoSuchEmojiError,
  NotEmojiAuthorError,
} from '../chat/actions/realms/emoji'
import { BadImageError } from '../chat/access/uploads/files'
import { pictureUpload, getEmojiPictureEndpoint } from './avatars'

const emojiName = text({
  strip: true,
  maxLength: 100,
  description: 'Its name, without colons',
})

/** Lists the custom emoji of the realm. Source: docs/protocol/uploads.md#realm-emoji. */
const listEmojiEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/emoji',
  tag: 'emoji',
  summary: 'List the emoji of the organization',
  description: 'By id; deactivated ones included.',
  auth: 'basic',
  params: {},
  response: { emoji: realmEmojiMapSchema },

  async handler({ ctx, requester }) {
    return { emoji: await listEmojiRecords(ctx, requester) }
  },
})

const addEmojiEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/emoji/{emoji_name}',
  tag: 'emoji',
  summary: 'Add a custom emoji',
  description:
    'The picture is the one file of a multipart form; its field may have any name. Guests may not.',
  auth: 'basic',
  upload: pictureUpload,
  scope: 'write',
  params: { emoji_name: emojiName },
  response: {},
  errors: [
    GuestsNotAllowedError,
    AdministratorRequiredError,
    InvalidEmojiNameError,
    EmojiNameTakenError,
    BadImageError,
    NoFileError,
    SeveralFilesError,
    FileTooLargeError,
  ],

  async handler({ ctx, requester, params, file }) {
    await addRealmEmoji(ctx, requester, params.emoji_name, file)
    return {}
  },
})

const deactivateEmojiEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/realm/emoji/{emoji_name}',
  tag: 'emoji',
  summary: 'Deactivate a custom emoji',
  description: 'Its author and administrators may. Messages that use it still show it.',
  auth: 'basic',
  params: { emoji_name: emojiName },
  response: {},
  errors: [NoSuchEmojiError, NotEmojiAuthorError],

  async handler({ ctx, requester, params }) {
    await removeRealmEmoji(ctx, requester, params.emoji_name)
    return {}
  },
})

export const realmEmojiEndpoints: readonly Endpoint[] = [
  listEmojiEndpoint,
  addEmojiEndpoint,
  deactivateEmojiEndpoint,
  getEmojiPictureEndpoint,
]
