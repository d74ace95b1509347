import { CompiledQuery, sql } from 'kysely'
import type { Compilable, RawBuilder } from 'kysely'
import type { Queryable } from './database'

/** Stands for a value while the text is put together. */
class Slot {
  constructor(readonly name: string) {}
}

/**
 * Makes a statement whose text is always the same but for its values, and puts the text together only once: doing so
 * each time takes a worker about as long as all else that it does for a statement.
 *
 * @param names of the values
 * @param write is handed what stands for each value
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
    // What is no slot is a value that is always the same.
    const parameters = known.parameters.map((each) =>
      each instanceof Slot ? values[each.name as Name] : each,
    )
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(known.text, parameters))
    return rows
  }
}
