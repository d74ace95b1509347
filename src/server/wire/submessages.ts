import type { SubmessageFacts, SubmessageRecord } from '../../shared/submessages'

export function presentSubmessage(
  messageId: number,
  { id, sender_id, content }: SubmessageFacts,
): SubmessageRecord {
  return { id, message_id: messageId, sender_id, msg_type: 'widget', content }
}
