import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/*
 * Imports into an organization, for its owners. Parley's own.
 * Source: docs/protocol/import.md#import-object.
 */

const importStates = [
  ...(['uploading', 'checking', 'checked', 'importing'] as const),
  ...(['done', 'failed', 'cancelled'] as const),
] as const

const countSchema = Type.Object({
  read: Type.Integer({ description: 'In the archive' }),
  written: Type.Integer({ description: 'New here' }),
  known: Type.Integer({ description: 'Imported before' }),
})

const seconds = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const orNull = <T extends ReturnType<typeof Type.Integer | typeof Type.String>>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const realmImportSchema = Type.Object({
  id: Type.Integer(),
  acting_user_id: Type.Integer({ description: 'The owner who requested it' }),
  state: Type.Union(
    importStates.map((state) => Type.Literal(state)),
    { description: '`checked` waits for its start; `done`, `failed` and `cancelled` are final' },
  ),
  file_name: Type.String({ description: 'Name of the archive, or its path on the server' }),
  bytes: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Size of an uploaded archive; null: it is on the server',
  }),
  part_bytes: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Size of each part of an uploaded archive but the last',
  }),
  requested_at: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
  started_at: seconds('Start of the import, after the dry run'),
  ended_at: seconds('When it became final'),
  format: orNull(Type.String({ description: 'Kind of the archive, such as `slack`' })),
  records_read: Type.Integer({ description: 'By the dry run or by the import' }),
  records_total: orNull(Type.Integer({ description: 'Known after the dry run' })),
  records_per_second: Type.Union([Type.Number(), Type.Null()]),
  waits_for_file: Type.Boolean({
    description: 'No worker that looked has the archive; only one that has it can go on',
  }),
  is_cancelled: Type.Boolean({ description: 'A running import ends at its next batch' }),
  error: orNull(Type.String({ description: 'The reason why it stopped' })),
  kinds: Type.Union([Type.Record(Type.String(), countSchema), Type.Null()], {
    description: 'Numbers of records by kind, of the dry run or of the import; null: none yet',
  }),
  remarks: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), {
    description: 'The first reasons for which rows are skipped or changed; the report has all',
  }),
  report_url: orNull(Type.String({ description: 'Address of the whole report' })),
})

export type RealmImportRecord = Static<typeof realmImportSchema>

/** Max size of a part of an uploaded archive. */
export const largestPartBytes = 16 * 1024 * 1024

export interface RealmImportEvent {
  type: 'realm_import'
  import: RealmImportRecord
}
