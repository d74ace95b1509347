import { useApp } from '../../app'
import type { Message } from '../../messages/message'
import { Markdown } from '../markdown/markdown'
import { SenderName } from './message-head'
import type { Sender } from './message-head'
import styles from './message-row.module.css'

interface MessageContentProps {
  message: Message
  sender: Sender
  isCurrent: boolean
}

/** What a message says. */
export function MessageContent({ message, sender, isCurrent }: MessageContentProps) {
  const { overlays } = useApp()
  const text = (
    <Markdown
      html={message.match_content ?? message.content}
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
