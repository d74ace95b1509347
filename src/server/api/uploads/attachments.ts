import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import {
  listAttachments,
  deleteAttachment,
  InvalidAttachmentError,
} from '../../chat/actions/uploads/attachments'
import { attachmentSchema } from '../../../shared/uploads'
import { integer } from '../../http/declare/params'

export const listAttachmentsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/attachments',
  tag: 'uploads',
  summary: 'List the files that the requester has uploaded',
  auth: 'basic',
  params: {},
  response: {
    attachments: Type.Array(attachmentSchema, { description: 'Oldest first' }),
    upload_space_used: Type.Integer({ description: 'Bytes of all files of the organization' }),
  },

  async handler({ ctx, requester }) {
    const { attachments, spaceUsed } = await listAttachments(ctx, requester)
    return { attachments, upload_space_used: spaceUsed }
  },
})

export const deleteAttachmentEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/attachments/{attachment_id}',
  tag: 'uploads',
  summary: 'Delete a file that the requester has uploaded',
  description: 'Links in messages break.',
  auth: 'basic',
  params: { attachment_id: integer({ min: 0 }) },
  response: {},
  errors: [InvalidAttachmentError],

  async handler({ ctx, requester, params }) {
    await deleteAttachment(ctx, requester, params.attachment_id)
    return {}
  },
})
