import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { listAttachments } from '../../services/uploads/attachments'
import { attachmentSchema } from '../../wire/uploads'

export const listAttachmentsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/attachments',
  tag: 'uploads',
  summary: 'List the files that the requester has uploaded',
  auth: 'basic',
  params: {},
  response: {
    attachments: Type.Array(attachmentSchema, { description: 'Oldest first' }),
    upload_space_used: Type.Integer({ description: 'Bytes of all files of the organisation' }),
  },

  async handler({ ctx, requester }) {
    const { attachments, spaceUsed } = await listAttachments(ctx, requester)
    return { attachments, upload_space_used: spaceUsed }
  },
})
