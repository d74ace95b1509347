import { useApp } from '../../app/app'
import { call } from '../../data/api/call'
import { timeInZone } from '../../texts/times'
import * as t from '../../texts/en'
import { roleOf } from '../../data/people/roles'
import type { User } from '../../data/store/state'
import { Avatar } from '../avatar/avatar'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { Icon } from '../icon/icon'
import { Popover } from '../popover/popover'
import { GuestMark } from '../person/guest-mark'
import { statusOf } from '../person/status'
import styles from './person-card.module.css'

interface PersonCardProps {
  userId: number
  anchor: HTMLElement
  onClose: () => void
}

/** User card: name, presence, status, and actions. */
export function PersonCard({ userId, anchor, onClose }: PersonCardProps) {
  const { store, navigation, toasts } = useApp()
  const user = store.user(userId)
  if (!user) return null
  const isSelf = userId === store.state.user_id
  const isMuted = store.read('muted_users').some(({ id }) => id === userId)
  const placeOf = (operator: 'dm' | 'sender') =>
    navigation.hrefOf({
      view: 'narrow',
      narrow: [{ operator, operand: operator === 'dm' ? [userId] : userId }],
    })

  async function toggleMute(): Promise<void> {
    try {
      const method = isMuted ? 'DELETE' : 'POST'
      await call(`${method} /users/me/muted_users/{muted_user_id}`, { muted_user_id: userId })
      onClose()
    } catch (error) {
      toasts.fail(t.person.muteFailed, error)
    }
  }

  return (
    <Popover anchor={anchor} label={t.person.card(user.full_name)} onClose={onClose}>
      <div class={styles['card']}>
        <div class={styles['head']}>
          <Avatar user={user} size="l" />
          <Facts user={user} />
        </div>
        <div class={styles['actions']}>
          {user.is_active && (
            <a class="button primary" href={placeOf('dm')} onClick={onClose}>
              <Icon name="message-square" />
              {t.person.send}
            </a>
          )}
          <a class="button" href={placeOf('sender')} onClick={onClose}>
            <Icon name="search" />
            {t.person.messages}
          </a>
          {!isSelf && (
            <button type="button" class="button" onClick={() => void toggleMute()}>
              <Icon name={isMuted ? 'eye' : 'eye-off'} />
              {isMuted ? t.person.unmute : t.person.mute}
            </button>
          )}
        </div>
      </div>
    </Popover>
  )
}

function Facts({ user }: { user: User }) {
  const { store } = useApp()
  const status = statusOf(store.read('user_status'), user.user_id)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const time = user.is_bot ? undefined : timeInZone(user.timezone, is24Hour)
  return (
    <div class={styles['facts']}>
      <h2>
        <bdi>{user.full_name}</bdi> <GuestMark role={user.role} />
      </h2>
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
      <p class={styles['email']}>{user.email}</p>
    </div>
  )
}
