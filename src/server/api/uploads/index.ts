import type { Endpoint } from '../../http/declare/endpoint'
import { deleteAttachmentEndpoint, listAttachmentsEndpoint } from './attachments'
import {
  getFileEndpoint,
  getTemporaryFileEndpoint,
  getTemporaryUrlEndpoint,
  getThumbnailEndpoint,
} from './get-file'
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
