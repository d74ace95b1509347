import { integer, text } from '../../http/declare/params'
import type { UploadRow } from '../../data/schema'
import type { Files } from '../../stores/files/files'
import { FileAnswer } from '../../http/answers/file-answer'
import { keyOfUpload } from '../../chat/access/uploads/files'
import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import type { Upload } from '../../http/declare/endpoint'
import { FileTooLargeError, NoFileError, SeveralFilesError } from '../../http/arguments/upload'
import { uploadFile } from '../../chat/actions/uploads/attachments'
import { PersonalQuotaError, RealmQuotaError } from '../../chat/access/uploads/quota'
import { uploadUrl } from '../../wire/uploads'

/**
 * The parts of an upload's URL; the file name is not used to find the upload.
 * Source: docs/protocol/uploads.md#get-file.
 */
export const uploadParams = {
  realm_id: integer({ min: 0, description: 'Id of the organization' }),
  key: text({ pattern: /^[0-9a-f]{32}$/, description: 'A random secret' }),
  filename: text({ maxLength: 1000, description: 'For people to read' }),
}

/** Files are immutable, but access to them can change. */
export const uploadCaching = 'private, max-age=3600'

/** The content of an upload, whole or by ranges. */
export function uploadAnswer({ store }: Files, upload: UploadRow): FileAnswer {
  return new FileAnswer({
    contentType: upload.content_type,
    cacheControl: uploadCaching,
    name: upload.file_name,
    bytes: upload.bytes,
    open: (range) => store.read(keyOfUpload(upload), range),
  })
}

const anyFile: Upload = {
  description: 'The file',
  maxMib: (config) => config.maxFileUploadMib,
}

/** Uploads a file for messages to link to. Source: docs/protocol/uploads.md#upload. */
export const uploadFileEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_uploads',
  tag: 'uploads',
  summary: 'Upload a file for messages to link to',
  description:
    'The file is the one file of a multipart form; its field may have any name. Until a message ' +
    'links to it, nobody but the requester can read it.',
  auth: 'basic',
  upload: anyFile,
  params: {},
  response: {
    uri: Type.String({ description: 'URL of the file, relative to the server' }),
    url: Type.String({ description: 'The same' }),
    filename: Type.String({ description: 'Its name in that address' }),
  },
  errors: [NoFileError, SeveralFilesError, FileTooLargeError, RealmQuotaError, PersonalQuotaError],

  async handler({ ctx, requester, file }) {
    const upload = await uploadFile(ctx, requester, file)
    const url = uploadUrl(upload)
    return { uri: url, url, filename: upload.file_name }
  },
})
