import { useComputed, useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Match, Message } from '../../data/records/message'
import { Avatar } from '../avatar/avatar'
import { PersonLink } from '../person/person-link'
import { EditMark } from './edit-mark'
import { MessageContent } from './message-content'
import { MessageHead } from './message-head'
import { MessageTime } from './message-time'
import { MessageTools } from './message-tools'
import { Reactions } from './reactions'
import { Starred } from './starred'
import styles from './message-row.module.css'

interface MessageBodyProps {
  message: Message
  isCompact: boolean
  isCurrent: boolean
  match: Match | undefined
}

/** A message without its feed attributes. */
export function MessageBody({ message, isCompact, isCurrent, match }: MessageBodyProps) {
  const { actions, store } = useApp()
  const isEdited = useComputed(() => actions.editing.value === message.id)
  const isShown = useSignal(false)
  const isPointedAt = useSignal(false)
  const sender = store.user(message.sender_id) ?? formerSender(message)
  const isMuted = store.read('muted_users').some(({ id }) => id === message.sender_id)
  if (isMuted && !isShown.value) {
    return (
      <div class={styles['hidden']}>
        {t.message.hidden}
        <button
          type="button"
          class="button"
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => (isShown.value = true)}
        >
          {t.message.show}
        </button>
      </div>
    )
  }
  const isHeaded = !isCompact && !message.is_me_message
  return (
    <div
      class={[
        styles['row'],
        ...(isCompact ? [] : [styles['first']]),
        ...(isMention(message) ? [styles['mention']] : []),
      ].join(' ')}
      onPointerEnter={() => (isPointedAt.value = true)}
      onPointerLeave={() => (isPointedAt.value = false)}
    >
      <div class={styles['gutter']}>
        {isCompact ? (
          <CompactMarks message={message} isCurrent={isCurrent} />
        ) : (
          <PersonLink userId={message.sender_id} isSecondary>
            <Avatar user={sender} />
          </PersonLink>
        )}
      </div>
      <div class={styles['main']}>
        {isHeaded && <MessageHead message={message} sender={sender} isCurrent={isCurrent} />}
        <div id={`about-${message.id}`}>
          {isMention(message) && <span class="visually-hidden">{t.message.mention}</span>}
          <MessageContent message={message} sender={sender} isCurrent={isCurrent} match={match} />
          {message.reactions.length > 0 && <Reactions message={message} isCurrent={isCurrent} />}
        </div>
      </div>
      {!isEdited.value && <MessageTools {...{ message, isCurrent, isPointedAt }} />}
    </div>
  )
}

/** Time and marks of a message without a head, in the gutter; the time is visible on hover. */
function CompactMarks({ message, isCurrent }: { message: Message; isCurrent: boolean }) {
  return (
    <>
      <span class={styles['compactTime']}>
        <MessageTime message={message} isTabbable={isCurrent} />
      </span>
      <span class={styles['compactMarks']}>
        <EditMark message={message} isTabbable={isCurrent} />
        {message.flags.includes('starred') && <Starred />}
      </span>
    </>
  )
}

function formerSender({ sender_id: id, sender_full_name: name, avatar_url: url }: Message) {
  return { user_id: id, full_name: name, avatar_url: url, is_bot: false, is_active: true }
}

const mentionFlags = [
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
]

function isMention({ flags }: Message): boolean {
  return flags.some((flag) => mentionFlags.includes(flag))
}
