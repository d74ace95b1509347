import { Type } from '@sinclair/typebox'
import { presentSavedSnippet, savedSnippetSchema } from '../../../wire/saved-snippets'
import { stateFamily } from './family'

/** The requester's own. */
export const savedSnippetsState = stateFamily({
  fetchTypes: ['saved_snippets'],
  own: ['savedSnippets'],
  keys: { saved_snippets: Type.Array(savedSnippetSchema) },

  async read({ own }) {
    const snippets = await own('savedSnippets')
    return {
      saved_snippets: snippets.map((snippet) =>
        presentSavedSnippet({ ...snippet, created_at: new Date(snippet.created_at) }),
      ),
    }
  },
})
