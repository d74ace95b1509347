import type { SavedSnippetEvent, SavedSnippetRecord } from '../../shared/saved-snippets'
import type { SavedSnippet } from '../data/users/saved-snippets'
import { unixSeconds } from './time'

export function presentSavedSnippet({
  id,
  title,
  content,
  created_at,
}: SavedSnippet): SavedSnippetRecord {
  return { id, title, content, date_created: unixSeconds(created_at) }
}

/** @param op `add` for a new snippet */
export function savedSnippetChanged(
  op: 'add' | 'update',
  snippet: SavedSnippetRecord,
): SavedSnippetEvent {
  return { type: 'saved_snippets', op, saved_snippet: snippet }
}

export function savedSnippetRemoved(id: number): SavedSnippetEvent {
  return { type: 'saved_snippets', op: 'remove', saved_snippet_id: id }
}
