import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { notPrepared } from '../engine/planning'

/** Words and phrases that are searched for: all of them must be there. */
export interface SearchWords {
  /** Words, found in any order. */
  words: string
  /** Phrases, whose words are found one after the other. */
  phrases: readonly string[]
}

/**
 * The words of a search as a `tsquery`. How to look for it depends on how common it is, so each
 * statement is planned for its own words.
 */
export function searchQuery({ words, phrases }: SearchWords): RawBuilder<unknown> {
  const parts = [
    ...(words === '' && phrases.length > 0 ? [] : [sql`plainto_tsquery('english', ${words})`]),
    ...phrases.map((phrase) => sql`phraseto_tsquery('english', ${phrase})`),
  ]
  return sql`(${notPrepared} ${sql.join(parts, sql` && `)})`
}
