import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { listOwnSnippets } from '../../services/saved-snippets/own-snippets'
import { savedSnippetSchema } from '../../wire/saved-snippets'

export const listSnippetsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/saved_snippets',
  tag: 'saved snippets',
  summary: 'The texts that the requester keeps, to write them again',
  auth: 'basic',
  params: {},
  response: { saved_snippets: Type.Array(savedSnippetSchema, { description: 'Oldest first' }) },

  async handler({ ctx, requester }) {
    return { saved_snippets: await listOwnSnippets(ctx.db.query, requester) }
  },
})
