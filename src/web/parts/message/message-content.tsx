import { useApp } from '../../app'
import type { Match, Message } from '../../messages/message'
import { Markdown } from '../markdown/markdown'
import { SenderName } from './message-head'
import type { Sender } from './message-head'
import styles from './message-row.module.css'

interface MessageContentProps {
  message: Message
  sender: Sender
  isCurrent: boolean
  match: Match | undefined
}

/** What a message says. */
export function MessageContent({ message, sender, isCurrent, match }: MessageContentProps) {
  const { overlays } = useApp()
  const text = (
    <Markdown
      html={match?.match_content ?? message.content}
      isMe={message.is_me_message}
      isTabbable={isCurrent}
      onPicture={(address) => overlays.show({ kind: 'picture', messageId: message.id, address })}
    />
  )
  if (!message.is_me_message) return text
  return (
    <div class={styles['me']}>
      <SenderName sender={sender} isCurrent={isCurrent} />
      {text}
    </div>
  )
}
