import { useApp } from '../../context/app'
import { roleOf } from '../../data/people/roles'
import type { User } from '../../data/records/state'
import { dayOf } from '../../texts/dates'
import * as t from '../../texts/catalog'
import { timeInZone } from '../../texts/times'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { GuestMark } from '../person/guest-mark'
import { presenceOf } from '../person/presence'
import { statusOf } from '../person/status'
import styles from './person-card.module.css'

interface FactsProps {
  user: User
  /** Whether the place has the name as its title, and space for the day of joining. */
  isInProfile?: boolean
}

/** Name, role, presence, status, local time and address of a user. */
export function Facts({ user, isInProfile = false }: FactsProps) {
  const app = useApp()
  const { store } = app
  const status = statusOf(store.read('user_status'), user.user_id)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const time = user.is_bot ? undefined : timeInZone(user.timezone, is24Hour)
  return (
    <div class={styles['facts']}>
      {!isInProfile && (
        <h2>
          <bdi>{user.full_name}</bdi> <GuestMark role={user.role} />
        </h2>
      )}
      <p>
        {roleOf(user, (id) => store.user(id)?.full_name)}
        {!user.is_bot && user.is_active && <> · {t.presence[presenceOf(app, user.user_id)]}</>}
      </p>
      {!user.is_active && <p>{t.person.deactivated}</p>}
      {status && (
        <p>
          {status.emoji_code && <EmojiGlyph emoji={status} />} <bdi>{status.status_text}</bdi>
        </p>
      )}
      {time !== undefined && <p>{t.person.localTime(time)}</p>}
      <p>{user.delivery_email ?? user.email}</p>
      {/* Records without an account, such as those of system bots, have the year 1970. */}
      {isInProfile && Date.parse(user.date_joined) > 0 && (
        <p>{t.person.joined(dayOf(user.date_joined))}</p>
      )}
    </div>
  )
}
