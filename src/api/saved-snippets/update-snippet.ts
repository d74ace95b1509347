import { endpoint } from '../../http/endpoint'
import { NoSuchSnippetError } from '../../services/saved-snippets/errors'
import { changeSnippet } from '../../services/saved-snippets/own-snippets'
import { partOfSnippet, snippetId } from './params'

export const updateSnippetEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/saved_snippets/{saved_snippet_id}',
  tag: 'saved snippets',
  summary: 'Change a text that the requester keeps, or its title',
  auth: 'basic',
  params: { saved_snippet_id: snippetId, ...partOfSnippet },
  response: {},
  errors: [NoSuchSnippetError],

  async handler({ ctx, requester, params: { saved_snippet_id: id, ...changes } }) {
    await changeSnippet(ctx, requester, id, changes)
    return {}
  },
})
