import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

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

export type SavedSnippetEvent =
  | { type: 'saved_snippets'; op: 'add' | 'update'; saved_snippet: SavedSnippetRecord }
  | { type: 'saved_snippets'; op: 'remove'; saved_snippet_id: number }
