import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { RealmExportRow } from '../server/data/schema'

/*
 * Exports of a realm, for administrators.
 * Source: docs/protocol/retention-and-export.md#export-object.
 */

const seconds = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const exportTypeSchema = Type.Union(
  [Type.Literal('public'), Type.Literal('full_with_consent')],
  { description: 'Public data, or also private data of users who consented' },
)

/** Source: docs/protocol/retention-and-export.md#export-format. */
const exportFormatSchema = Type.Union(
  [Type.Literal('zulip'), Type.Literal('jsonl'), Type.Literal('html')],
  { description: "Parley's own: an archive, lines of JSON, or pages to read" },
)

export const realmExportSchema = Type.Object({
  id: Type.Integer(),
  acting_user_id: Type.Integer(),
  export_time: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
  deleted_timestamp: seconds('When its file was deleted'),
  failed_timestamp: seconds('When it failed'),
  export_url: Type.Union([Type.String(), Type.Null()], {
    description: 'URL of its file, relative to the server; null: none',
  }),
  pending: Type.Boolean({ description: 'It is still being made' }),
  export_type: exportTypeSchema,
  format: exportFormatSchema,
})

export type RealmExportRecord = Static<typeof realmExportSchema>

export function presentExport(row: RealmExportRow): RealmExportRecord {
  const isThere = row.finished_at !== null && row.deleted_at === null
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.requested_at.getTime() / 1000,
    deleted_timestamp: row.deleted_at && row.deleted_at.getTime() / 1000,
    failed_timestamp: row.failed_at && row.failed_at.getTime() / 1000,
    export_url: isThere ? exportUrl(row) : null,
    pending: row.finished_at === null && row.failed_at === null,
    export_type: row.export_type === 1 ? 'public' : 'full_with_consent',
    format: row.format,
  }
}

/** Source: docs/protocol/retention-and-export.md#export-file. */
function exportUrl({ realm_id, path_key, file_name }: RealmExportRow): string {
  return `/user_avatars/exports/${realm_id}/${path_key}/${file_name}`
}

export interface RealmExportsEvent {
  type: 'realm_export'
  exports: readonly RealmExportRecord[]
}

/** Source: docs/protocol/retention-and-export.md#export-events. */
export function realmExportsChanged(exports: readonly RealmExportRecord[]): RealmExportsEvent {
  return { type: 'realm_export', exports }
}
