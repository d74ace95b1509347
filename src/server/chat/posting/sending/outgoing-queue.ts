import { insertWebhookJobs } from '../../../data/bots/webhook-jobs'
import type { NewWebhookJob } from '../../../data/bots/webhook-jobs'
import type { Tx } from '../../../data/engine/database'
import { botTypes } from '../../../../shared/rules/roles'
import { listSubscribersAmong } from '../../../data/streams/subscriptions'
import type { PublishedMessage } from '../../../../shared/events'
import { presentServiceMessage } from '../../../wire/outgoing-webhooks'
import type { MessageDraft } from './compose-message'

/**
 * Queues calls of outgoing webhooks for new messages, in the transaction of the messages. Messages of bots
 * trigger none: two bots would answer each other forever.
 *
 * Source: docs/protocol/bots.md#triggers.
 */
export async function queueWebhooks(
  tx: Tx,
  realmId: number,
  posted: readonly { draft: MessageDraft; message: PublishedMessage }[],
): Promise<void> {
  const jobs: NewWebhookJob[] = []
  for (const { draft, message } of posted) {
    if (draft.sender.is_bot) continue
    const botIds = await listServiceBotIds(tx, realmId, draft)
    if (botIds.length === 0) continue
    const trigger = draft.recipient.kind === 'stream' ? 'mention' : 'direct_message'
    const text = JSON.stringify(presentServiceMessage(message))
    jobs.push(...botIds.map((bot_id): NewWebhookJob => ({ bot_id, trigger, message: text })))
  }
  await insertWebhookJobs(tx, realmId, jobs)
}

/**
 * Bots whose service is called for a message: its recipients, and mentioned bots that may read the stream.
 */
async function listServiceBotIds(
  tx: Tx,
  realmId: number,
  { recipient, rendered }: MessageDraft,
): Promise<readonly number[]> {
  if (recipient.kind === 'private') {
    return recipient.members
      .filter((member) => member.bot_type === botTypes.outgoingWebhook)
      .map((member) => member.id)
  }
  const { mentionedServiceBotIds: mentioned } = rendered
  const { stream } = recipient
  if (!stream.invite_only || mentioned.length === 0) return mentioned
  return listSubscribersAmong(tx, realmId, stream.id, mentioned)
}
