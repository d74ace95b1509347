import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { addSnippet } from '../../services/saved-snippets/own-snippets'
import { wholeSnippet } from './params'

export const addSnippetEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/saved_snippets',
  tag: 'saved snippets',
  summary: 'Keep a text',
  auth: 'basic',
  params: wholeSnippet,
  response: { saved_snippet_id: Type.Integer() },

  async handler({ ctx, requester, params }) {
    return { saved_snippet_id: await addSnippet(ctx, requester, params) }
  },
})
