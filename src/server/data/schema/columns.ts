import type { ColumnType } from 'kysely'

/** Identity column: the database gives the value. */
export type Id = ColumnType<number, never, never>
export type Timestamp = ColumnType<Date, Date | undefined, Date>

/** An int8multirange as text; only the database computes with sets of ids. */
export type ReadIds = string

/** A jsonb object: settings that differ from their defaults. */
export type StoredSettings = Readonly<Record<string, unknown>>
