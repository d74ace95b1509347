import type { Tx } from '../../db/database'
import { insertSubmessage } from '../../db/submessages'
import { presentSubmessage } from '../../wire/submessages'
import type { SubmessageRecord } from '../../wire/submessages'
import type { Draft } from '../messages/draft'
import { widgetOf } from './widget'

/** Stores what the widgets among new messages are, and answers their submessages by message id. */
export async function startWidgets(
  tx: Tx,
  messages: readonly { draft: Pick<Draft, 'sender' | 'content'>; id: number }[],
): Promise<ReadonlyMap<number, SubmessageRecord[]>> {
  const started = new Map<number, SubmessageRecord[]>()
  for (const { draft, id } of messages) {
    const widget = widgetOf(draft.content)
    // Hardly any is one, and then alone.
    if (!widget) continue
    const { realm_id, id: sender_id } = draft.sender
    const content = JSON.stringify(widget)
    const row = await insertSubmessage(tx, { realm_id, message_id: id, sender_id, content })
    started.set(id, [presentSubmessage(id, row)])
  }
  return started
}
