import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

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

export interface RealmExportsEvent {
  type: 'realm_export'
  exports: readonly RealmExportRecord[]
}
