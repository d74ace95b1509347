import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { SavedSnippet } from '../server/data/users/saved-snippets'
import { unixSeconds } from './time'

/*
 * Saved texts of users.
 * Sources: docs/protocol/settings.md#saved-snippets, docs/protocol/events.md#saved-snippets.
 */

export const savedSnippetSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  content: Type.String({ description: 'Markdown' }),
  date_created: Type.Integer({ description: 'Unix time in seconds' }),
})

export type SavedSnippetRecord = Static<typeof savedSnippetSchema>

export function presentSavedSnippet({
  id,
  title,
  content,
  created_at,
}: SavedSnippet): SavedSnippetRecord {
  return { id, title, content, date_created: unixSeconds(created_at) }
}

export type SavedSnippetEvent =
  | { type: 'saved_snippets'; op: 'add' | 'update'; saved_snippet: SavedSnippetRecord }
  | { type: 'saved_snippets'; op: 'remove'; saved_snippet_id: number }

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
