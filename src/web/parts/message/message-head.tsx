import type { User } from '../../data/records/state'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { Icon } from '../../ui/icon/icon'
import { GuestMark } from '../person/guest-mark'
import { PersonLink } from '../person/person-link'
import { StatusEmoji } from '../person/status-emoji'
import { MessageTime } from './message-time'
import { EditMark } from './edit-mark'
import { Starred } from './starred'
import styles from './message-row.module.css'

export type Sender = Pick<User, 'user_id' | 'full_name' | 'is_bot'> &
  Partial<Pick<User, 'avatar_url' | 'is_active' | 'role'>>

interface MessageHeadProps {
  message: Message
  sender: Sender
  isCurrent: boolean
}

/** Sender and time of a message. */
export function MessageHead({ message, sender, isCurrent }: MessageHeadProps) {
  return (
    <div class={styles['head']}>
      <SenderName sender={sender} isCurrent={isCurrent} />
      <MessageTime message={message} isTabbable={isCurrent} />
      <EditMark message={message} isTabbable={isCurrent} />
      {message.flags.includes('starred') && <Starred />}
    </div>
  )
}

export function SenderName({ sender, isCurrent }: { sender: Sender; isCurrent: boolean }) {
  return (
    <>
      <PersonLink userId={sender.user_id} class={styles['sender']} isTabbable={isCurrent}>
        <bdi>{sender.full_name}</bdi>
      </PersonLink>
      <GuestMark role={sender.role} />
      {sender.is_bot && (
        <span class={styles['bot']} role="img" aria-label={t.message.bot} title={t.message.bot}>
          <Icon name="bot" />
        </span>
      )}
      {sender.is_active === false && <span class={styles['soft']}>{t.message.deactivated}</span>}
      <StatusEmoji userId={sender.user_id} />
    </>
  )
}
