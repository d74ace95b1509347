import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isReadableBy } from './message-conditions'
import type { Reader } from './rule'

/**
 * Whether a reader may read the row of `uploads` in the statement: it is their own, or a message
 * that they may read links to it.
 * Source: docs/protocol/uploads.md#readable.
 */
export function isUploadReadableBy(reader: Reader): RawBuilder<boolean> {
  return sql<boolean>`(
    uploads.owner_id = ${reader.id}
    or exists (
      select from message_uploads link
      join messages m on m.realm_id = link.realm_id and m.id = link.message_id
      where link.realm_id = uploads.realm_id and link.upload_id = uploads.id
        and ${isReadableBy(reader, 'm')}
    ))`
}
