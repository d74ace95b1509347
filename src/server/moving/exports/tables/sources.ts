import { isOwnerExported, isStreamExported } from '../../../data/exports/scope'
import { rowsById, rowsOfUsers } from '../../../data/exports/tables'
import type { Schema, StreamRow, UserRow } from '../../../data/schema'
import type { ArchiveRow } from '../writing/rows'
import type { ExportJob } from '../writing/write-tables'

/** The database and realm that an export reads from. */
export function sourceOf({ ctx, realm }: Pick<ExportJob, 'ctx' | 'realm'>) {
  return { db: ctx.db.query, realmId: realm.id }
}

export async function* mapRows<Row>(
  rows: AsyncIterable<Row>,
  present: (row: Row) => ArchiveRow,
): AsyncGenerator<ArchiveRow> {
  for await (const row of rows) yield present(row)
}

export async function* filterRows<Row>(
  rows: AsyncIterable<Row>,
  isMeant: (row: Row) => boolean,
): AsyncGenerator<Row> {
  for await (const row of rows) if (isMeant(row)) yield row
}

export function allUsers(job: ExportJob): AsyncGenerator<UserRow> {
  return rowsById<UserRow>(sourceOf(job), 'users')
}

export function exportedStreams(job: ExportJob): AsyncGenerator<StreamRow> {
  return rowsById<StreamRow>(sourceOf(job), 'streams', isStreamExported(job.scope, 'id'))
}

/** Rows of a table that belong to users whose private data is exported. */
export function rowsOfExported<Row>(
  job: ExportJob,
  table: keyof Schema,
  owner: 'user_id' | 'bot_id' = 'user_id',
): AsyncGenerator<Row> {
  return rowsOfUsers<Row>(sourceOf(job), table, isOwnerExported(job.scope, owner), owner)
}
