import { endpoint } from '../../http/endpoint'
import { NoSuchSnippetError } from '../../services/saved-snippets/errors'
import { removeSnippet } from '../../services/saved-snippets/own-snippets'
import { snippetId } from './params'

export const removeSnippetEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/saved_snippets/{saved_snippet_id}',
  tag: 'saved snippets',
  summary: 'Forget a text that the requester keeps',
  auth: 'basic',
  params: { saved_snippet_id: snippetId },
  response: {},
  errors: [NoSuchSnippetError],

  async handler({ ctx, requester, params }) {
    await removeSnippet(ctx, requester, params.saved_snippet_id)
    return {}
  },
})
