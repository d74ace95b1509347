import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import { Avatar } from '../avatar/avatar'
import { Icon } from '../../ui/icon/icon'
import { Popover } from '../../ui/popover/popover'
import { Facts } from './facts'
import { ProfileValues } from './profile-values'
import styles from './person-card.module.css'

interface PersonCardProps {
  userId: number
  anchor: HTMLElement
  onClose: () => void
}

/** User card: name, presence, status, and actions. */
export function PersonCard({ userId, anchor, onClose }: PersonCardProps) {
  const { store, navigation, overlays, toasts } = useApp()
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
        <ProfileValues user={user} isSummary />
        <div class={styles['actions']}>
          {user.is_active && (
            <a class="button primary" href={placeOf('dm')} onClick={onClose}>
              <Icon name="message-square" />
              {t.person.send}
            </a>
          )}
          <button
            type="button"
            class="button"
            onClick={() => overlays.show({ kind: 'profile', userId })}
          >
            <Icon name="id-card" />
            {t.person.profile}
          </button>
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
