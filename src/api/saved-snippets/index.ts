import { addSnippetEndpoint } from './add-snippet'
import { listSnippetsEndpoint } from './list-snippets'
import { removeSnippetEndpoint } from './remove-snippet'
import { updateSnippetEndpoint } from './update-snippet'

export const savedSnippetsEndpoints = [
  listSnippetsEndpoint,
  addSnippetEndpoint,
  updateSnippetEndpoint,
  removeSnippetEndpoint,
]
