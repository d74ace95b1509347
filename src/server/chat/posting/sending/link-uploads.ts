import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { linkUploads, mayLinkUploads } from '../../../data/uploads/links'
import { listUploadsOf, sumOfUploads } from '../../../data/uploads/uploads'
import { publish } from '../../../events/publish'
import { attachmentChanged, presentAttachment } from '../../../wire/uploads'
import { forUser } from '../../notify/publications'

/**
 * Updates the links from a message to uploads to its current content, and publishes the writer's own
 * uploads whose links changed to the writer's clients. Returns without a query for messages without links.
 *
 * @param before the content before an edit
 * Source: docs/protocol/events.md#attachment.
 */
export async function linkUploadsOf(
  tx: Tx,
  writer: Pick<UserRow, 'realm_id' | 'id' | 'role'>,
  message: { id: number; content: string },
  before = '',
): Promise<void> {
  if (!mayLinkUploads(message.content) && !mayLinkUploads(before)) return
  const ids = await linkUploads(tx, writer, [message])
  if (ids.length === 0) return
  const spaceUsed = await sumOfUploads(tx, writer.realm_id)
  const uploads = await listUploadsOf(tx, writer, ids)
  await publish(
    tx,
    writer.realm_id,
    uploads.map((upload) =>
      forUser(writer.id, attachmentChanged(presentAttachment(upload, upload.messages), spaceUsed)),
    ),
  )
}
