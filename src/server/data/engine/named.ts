import type { RawBuilder } from 'kysely'

/** A value, or an SQL expression for it. */
export type Named<Value> = Value | RawBuilder<Value>
