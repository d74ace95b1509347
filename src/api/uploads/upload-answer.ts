import type { UploadRow } from '../../db/schema'
import type { Files } from '../../files'
import { FileAnswer } from '../../http/file-answer'
import { keyOfUpload } from '../../services/uploads/keys'
import { uploadCaching } from './upload-params'

/** The bytes of an upload, whole or in parts. */
export function uploadAnswer({ store }: Files, upload: UploadRow): FileAnswer {
  return new FileAnswer({
    contentType: upload.content_type,
    cacheControl: uploadCaching,
    name: upload.file_name,
    bytes: upload.bytes,
    open: (range) => store.read(keyOfUpload(upload), range),
  })
}
