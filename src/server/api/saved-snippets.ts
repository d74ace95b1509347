import { integer, text } from '../http/declare/params'
import { sizeLimits } from '../chat/rules/limits'
import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import {
  listOwnSnippets,
  addSnippet,
  NoSuchSnippetError,
  changeSnippet,
  removeSnippet,
} from '../chat/actions/own-lists/saved-snippets'
import { savedSnippetSchema } from '../../shared/saved-snippets'
import { nulRefusals } from '../chat/rules/texts'

/*
 * The requester's saved snippets.
 */

const snippetId = integer({ min: 0 })

const titleLimits = {
  strip: true,
  minLength: 1,
  maxLength: sizeLimits.savedSnippetTitleCharacters,
  example: 'Welcome',
}

const contentOptions = {
  nulRefusal: nulRefusals.content,
  example: 'Welcome to the team!',
  description: 'Markdown, as much as a message may hold',
}

const wholeSnippet = { title: text(titleLimits), content: text(contentOptions) }

const partOfSnippet = {
  title: text({ ...titleLimits, optional: true }),
  content: text({ ...contentOptions, optional: true }),
}

const listSnippetsEndpoint = endpoint({
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

const addSnippetEndpoint = endpoint({
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

const updateSnippetEndpoint = endpoint({
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

const removeSnippetEndpoint = endpoint({
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

export const savedSnippetsEndpoints = [
  listSnippetsEndpoint,
  addSnippetEndpoint,
  updateSnippetEndpoint,
  removeSnippetEndpoint,
]
