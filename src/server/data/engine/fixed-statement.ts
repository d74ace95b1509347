import { CompiledQuery, sql } from 'kysely'
import type { Compilable, RawBuilder } from 'kysely'
import type { Queryable } from './database'

/** Placeholder for a value in the compiled text. */
class Slot {
  constructor(readonly name: string) {}
}

/**
 * Makes a statement with a fixed text and changing values, and compiles the text only once:
 * compiling takes a worker about as long as the rest of its work for a statement.
 * @param names of the values
 * @param write receives the placeholder of each value
 */
export function fixedStatement<Row, Name extends string>(
  names: readonly Name[],
  write: (
    slots: Readonly<Record<Name, RawBuilder<never>>>,
    db: Queryable,
  ) => RawBuilder<Row> | Compilable<Row>,
): (db: Queryable, values: Readonly<Record<Name, unknown>>) => Promise<Row[]> {
  let known: { text: string; parameters: readonly unknown[] } | undefined

  function compile(db: Queryable): NonNullable<typeof known> {
    const slots = Object.fromEntries(names.map((name) => [name, sql.val(new Slot(name))]))
    const query = write(slots as Record<Name, RawBuilder<never>>, db).compile(db)
    return { text: query.sql, parameters: query.parameters }
  }

  return async (db, values) => {
    known ??= compile(db)
    // Parameters that are not slots are constants.
    const parameters = known.parameters.map((each) =>
      each instanceof Slot ? values[each.name as Name] : each,
    )
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(known.text, parameters))
    return rows
  }
}
