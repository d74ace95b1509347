import type { Tx } from '../../../data/engine/database'
import { queueLinkPreviewJobs } from '../../../data/messages/link-preview-jobs'
import type { RenderedContent } from '../rendering/rendering'

/**
 * Queues reading of the pages that messages link, in the transaction of the messages. Returns without a query
 * for messages without such links.
 * Source: docs/protocol/markdown.md#page-previews.
 */
export async function queueLinkPreviews(
  tx: Tx,
  realmId: number,
  messages: readonly { id: number; rendered: RenderedContent }[],
): Promise<void> {
  const jobs = messages
    .filter(({ rendered }) => rendered.pageLinks.length > 0)
    .map(({ id, rendered: { pageLinks, realmUrl = '' } }) => ({
      message_id: id,
      urls: [...pageLinks],
      realm_url: realmUrl,
    }))
  if (jobs.length > 0) await queueLinkPreviewJobs(tx, realmId, jobs)
}
