import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { deleteAttachment } from '../../services/uploads/attachments'
import { InvalidAttachmentError } from '../../services/uploads/errors'

export const deleteAttachmentEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/attachments/{attachment_id}',
  tag: 'uploads',
  summary: 'Delete a file that the requester has uploaded',
  description: 'Messages go on to link to what is no longer there.',
  auth: 'basic',
  params: { attachment_id: integer({ min: 0 }) },
  response: {},
  errors: [InvalidAttachmentError],

  async handler({ ctx, requester, params }) {
    await deleteAttachment(ctx, requester, params.attachment_id)
    return {}
  },
})
