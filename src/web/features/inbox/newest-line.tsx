import { useMemo } from 'preact/hooks'
import { firstLineOf } from '../../data/html/first-line'
import type { Message } from '../../data/records/message'
import type { Conversation } from '../../data/records/conversation'

/** The newest unread message of a conversation in one line: its sender, unless only one is possible, and its text. */
export function NewestLine({
  message: { content, sender_full_name: sender },
  conversation,
}: {
  message: Message
  conversation: Conversation
}) {
  const line = useMemo(() => firstLineOf(content), [content])
  const hasOneSender = conversation.kind === 'private' && conversation.userIds.length <= 1
  return <>{hasOneSender ? line : `${sender}: ${line}`}</>
}
