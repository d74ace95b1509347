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
    slots: Readonly<Record<Name, RawBuilder<unknown>>>,
    db: Queryable,
  ) => RawBuilder<Row> | Compilable<Row>,
): (db: Queryable, values: Readonly<Record<Name, unknown>>) => Promise<Row[]> {
  let known: { text: string; order: readonly Name[] } | undefined

  function compile(db: Queryable): NonNullable<typeof known> {
    const slots = Object.fromEntries(names.map((name) => [name, sql.val(new Slot(name))]))
    const query = write(slots as Record<Name, RawBuilder<unknown>>, db).compile(db)
    const order = query.parameters.map((slot) => (slot as Slot).name as Name)
    return { text: query.sql, order }
  }

  return async (db, values) => {
    known ??= compile(db)
    const parameters = known.order.map((name) => values[name])
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(known.text, parameters))
    return rows
  }
}
