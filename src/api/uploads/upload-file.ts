import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import type { Upload } from '../../http/endpoint'
import { FileTooLargeError, NoFileError, SeveralFilesError } from '../../http/upload-errors'
import { uploadFile } from '../../services/uploads/upload-file'
import { uploadUrl } from '../../wire/uploads'

const anyFile: Upload = {
  description: 'The file',
  maxMib: (config) => config.maxFileUploadMib,
}

/** Source: client notes 3.1, 9.5. */
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
    uri: Type.String({ description: 'Address of the file, relative to that of the server' }),
    url: Type.String({ description: 'The same' }),
    filename: Type.String({ description: 'Its name in that address' }),
  },
  errors: [NoFileError, SeveralFilesError, FileTooLargeError],

  async handler({ ctx, requester, file }) {
    const upload = await uploadFile(ctx, requester, file)
    const url = uploadUrl(upload)
    return { uri: url, url, filename: upload.file_name }
  },
})
