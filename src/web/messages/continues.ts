import type { Message } from './message'

/** After a pause a message is headed by its sender again. */
const longestPauseSeconds = 600

/** Whether a message goes on where the one above it in the same conversation ended, without a head of its own. */
export function continues(
  previous: Pick<Message, 'sender_id' | 'timestamp' | 'is_me_message'>,
  message: Pick<Message, 'sender_id' | 'timestamp' | 'is_me_message'>,
): boolean {
  return (
    previous.sender_id === message.sender_id &&
    !previous.is_me_message &&
    !message.is_me_message &&
    message.timestamp - previous.timestamp <= longestPauseSeconds
  )
}
