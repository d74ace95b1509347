import type { DisplayRecipient, Participant } from '../../shared/messages'

export function presentRecipient(participant: Participant): DisplayRecipient {
  return {
    id: participant.id,
    email: participant.email,
    full_name: participant.full_name,
    short_name: participant.short_name,
    is_mirror_dummy: false,
  }
}

/**
 * The recipient id of a private message: that of the group for more than two members, else that of
 * the addressed user.
 * Source: docs/protocol/events.md#recipient-id.
 */
export function privateRecipientId(
  senderId: number,
  groupRecipientId: number,
  members: readonly Participant[],
): number {
  if (members.length > 2) return groupRecipientId
  const addressed = members.find((member) => member.id !== senderId) ?? members[0]
  return addressed ? addressed.recipient_id : groupRecipientId
}
