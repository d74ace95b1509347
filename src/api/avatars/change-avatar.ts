import { endpoint } from '../../http/endpoint'
import { FileTooLargeError, NoFileError, SeveralFilesError } from '../../http/upload-errors'
import { BadImageError } from '../../services/uploads/errors'
import { changeAvatar } from '../../services/users/avatar'
import { avatarUrl } from '../../wire/avatars'
import { avatarUrlSchema, pictureUpload } from './avatar-params'

export const changeAvatarEndpoint = endpoint({
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
