import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The key of an account, as rows of pushes have it. */
export interface PersonKey {
  realm_id: number
  user_id: number
}

/** A source of a `from` clause with a row for each of some people: `wanted (realm_id, user_id)`. */
export function wantedPeople(people: readonly PersonKey[]): RawBuilder<unknown> {
  return sql`unnest(${people.map(({ realm_id }) => realm_id)}::bigint[],
    ${people.map(({ user_id }) => user_id)}::bigint[]) as wanted (realm_id, user_id)`
}
