import { endpoint } from '../../http/endpoint'
import { FileTooLargeError, NoFileError, SeveralFilesError } from '../../http/upload-errors'
import { AdministratorRequiredError, GuestsNotAllowedError } from '../../services/errors'
import { addRealmEmoji } from '../../services/realm-emoji/add-emoji'
import { EmojiNameTakenError, InvalidEmojiNameError } from '../../services/realm-emoji/errors'
import { BadImageError } from '../../services/uploads/errors'
import { pictureUpload } from '../avatars/avatar-params'
import { emojiName } from './emoji-name'

export const addEmojiEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/emoji/{emoji_name}',
  tag: 'emoji',
  summary: 'Add an emoji to those of the organisation',
  description:
    'The picture is the one file of a multipart form; its field may have any name. Guests may not.',
  auth: 'basic',
  upload: pictureUpload,
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
