import { Type } from '@sinclair/typebox'
import { savedSnippetSchema } from '../../../wire/saved-snippets'
import { listOwnSnippets } from '../../saved-snippets/own-snippets'
import { stateFamily } from './family'

/** The requester's own. */
export const savedSnippetsState = stateFamily({
  fetchTypes: ['saved_snippets'],
  keys: { saved_snippets: Type.Array(savedSnippetSchema) },

  async read({ db, account }) {
    return { saved_snippets: await listOwnSnippets(db, account) }
  },
})
