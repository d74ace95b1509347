import type { AppContext } from '../../../context'
import { lockMessage } from '../../../data/messages/edits'
import { replaceRendering } from '../../../data/messages/link-previews'
import { listRecipientGroups } from '../../../data/access/recipients'
import type { LinkPreviewJobRow } from '../../../data/schema'
import { findStreamOfMessage } from '../../../data/streams/streams'
import { findUserById } from '../../../data/users/users'
import { publish } from '../../../events/publish'
import type { PageEmbed } from '../../../text/markdown/page-embeds'
import { RenderError } from '../../../text/markdown/render'
import { messageRendered } from '../../../wire/message-events'
import { whoSeesMessage } from '../../access/messages/message-visibility'
import { overlayOfGroups } from '../../actions/messages/editing/publish-update'
import { renderContent } from '../../posting/rendering/rendering'

/**
 * Renders a message again with the previews of its pages, and notifies its readers if that changed it. Its text, its
 * edit history and its flags stay.
 * Sources: docs/protocol/markdown.md#page-previews, docs/protocol/events.md#rendering-only.
 */
export async function showPreviews(
  { db, caches: { linkifiers }, renderer }: Pick<AppContext, 'db' | 'caches' | 'renderer'>,
  { realm_id: realmId, message_id: messageId, realm_url }: LinkPreviewJobRow,
  pageEmbeds: Readonly<Record<string, PageEmbed>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const message = await lockMessage(tx, realmId, messageId)
    const sender = message && (await findUserById(tx, realmId, message.sender_id))
    if (!sender || message.is_widget) return
    const realmUrl = realm_url === '' ? undefined : realm_url
    const rendering = { linkifiers, renderer, realmUrl, pageEmbeds }
    const html = await renderContent(tx, sender, message.content, rendering)
      .then((rendered) => rendered.html)
      // The text without the previews was short enough.
      .catch((error: unknown) => {
        if (error instanceof RenderError) return message.rendered_content
        throw error
      })
    if (html === message.rendered_content) return
    await replaceRendering(tx, realmId, messageId, html)

    const { stream_id: streamId } = message
    const stream = streamId === null ? undefined : await findStreamOfMessage(tx, realmId, streamId)
    const event = messageRendered({ ...message, rendered_content: html }, stream, tx.now)
    const groups = await listRecipientGroups(tx, { realmId, messageId }, [sender.id])
    const sights = await whoSeesMessage(tx, sender, message, stream)
    await publish(
      tx,
      realmId,
      sights
        .filter(({ after }) => after.length > 0)
        .map(({ audience }) => ({ event, audience, overlay: overlayOfGroups(groups) })),
    )
  })
}
