import type { ComponentChildren } from 'preact'
import { useApp } from '../../app/app'
import { roleOf } from '../../data/people/roles'
import type { User } from '../../data/store/state'
import * as t from '../../texts/en'
import { timeInZone } from '../../texts/times'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { statusOf } from '../person/status'
import styles from './person-card.module.css'

/** Role, presence, status, local time and address of a user. @param children the first line, such as the name */
export function Facts({ user, children }: { user: User; children: ComponentChildren }) {
  const { store } = useApp()
  const status = statusOf(store.read('user_status'), user.user_id)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const time = user.is_bot ? undefined : timeInZone(user.timezone, is24Hour)
  return (
    <div class={styles['facts']}>
      {children}
      <p>
        {roleOf(user, (id) => store.user(id)?.full_name)}
        {!user.is_bot && user.is_active && <> · {t.presence[store.presenceOf(user.user_id)]}</>}
      </p>
      {!user.is_active && <p>{t.person.deactivated}</p>}
      {status && (
        <p>
          {status.emoji_code && <EmojiGlyph emoji={status} />} <bdi>{status.status_text}</bdi>
        </p>
      )}
      {time !== undefined && <p>{t.person.localTime(time)}</p>}
      <p>{user.delivery_email ?? user.email}</p>
    </div>
  )
}
