import type { Endpoint } from '../../http/endpoint'
import { deleteAttachmentEndpoint } from './delete-attachment'
import { getFileEndpoint } from './get-file'
import { getTemporaryFileEndpoint } from './get-temporary-file'
import { getTemporaryUrlEndpoint } from './get-temporary-url'
import { getThumbnailEndpoint } from './get-thumbnail'
import { listAttachmentsEndpoint } from './list-attachments'
import { uploadFileEndpoint } from './upload-file'

export const uploadsEndpoints: readonly Endpoint[] = [
  uploadFileEndpoint,
  getTemporaryUrlEndpoint,
  getFileEndpoint,
  getThumbnailEndpoint,
  getTemporaryFileEndpoint,
  listAttachmentsEndpoint,
  deleteAttachmentEndpoint,
]
