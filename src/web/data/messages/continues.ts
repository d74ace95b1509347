import type { Message } from '../records/message'

/** After a longer pause, a message shows its sender again. */
const longestPauseSeconds = 600

/** Whether a message omits its sender line, because it continues the message above in the same conversation. */
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
