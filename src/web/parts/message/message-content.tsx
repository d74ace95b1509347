import { useComputed } from '@preact/signals'
import { useApp } from '../../context/app'
import type { Match, Message } from '../../data/records/message'
import { widgetOf } from '../../data/messages/widgets/widget'
import { lazy } from '../lazy/lazy'
import { Markdown } from '../markdown/markdown'
import { SenderName } from './message-head'
import type { Sender } from './message-head'
import styles from './message-row.module.css'

const EditMessage = lazy((parts) => parts.EditMessage)
const PollWidget = lazy((parts) => parts.PollWidget)
const TodoWidget = lazy((parts) => parts.TodoWidget)

interface MessageContentProps {
  message: Message
  sender: Sender
  isCurrent: boolean
  match: Match | undefined
}

/** Content of a message: its editor, its widget, or its rendered HTML. */
export function MessageContent({ message, sender, isCurrent, match }: MessageContentProps) {
  const { actions, overlays } = useApp()
  const isEdited = useComputed(() => actions.editing.value === message.id)
  if (isEdited.value) return <EditMessage message={message} />
  const widget = widgetOf(message.submessages)
  if (widget?.type === 'poll') return <PollWidget message={message} widget={widget} />
  if (widget?.type === 'todo') return <TodoWidget message={message} widget={widget} />
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
