import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { notPrepared } from '../engine/planning'

/** Words and phrases of a search; a message must contain all of them. */
export interface SearchWords {
  /** Words in any order. */
  words: string
  /** Phrases: their words must follow each other. */
  phrases: readonly string[]
}

/**
 * The words of a search as a `tsquery`. The best plan depends on how common the words are, so the
 * statement is planned for each search.
 */
export function searchQuery({ words, phrases }: SearchWords): RawBuilder<unknown> {
  const parts = [
    ...(words === '' && phrases.length > 0 ? [] : [sql`plainto_tsquery('english', ${words})`]),
    ...phrases.map((phrase) => sql`phraseto_tsquery('english', ${phrase})`),
  ]
  return sql`(${notPrepared} ${sql.join(parts, sql` && `)})`
}
