import type { User } from '../../data/records/state'
import { PresenceDot } from './presence-dot'
import type { PresenceStatus } from '../../data/store/presence'
import { initialsOf, ownPicture } from './picture'
import styles from './avatar.module.css'

interface AvatarProps {
  /** Pictures on other hosts are not loaded. */
  user: Pick<User, 'user_id' | 'full_name'> & Partial<Pick<User, 'avatar_url'>>
  /** 24, 36 or 80 pixels. */
  size?: 's' | 'm' | 'l'
  /** Adds a presence dot. */
  status?: PresenceStatus | undefined
}

const pixels = { s: 24, m: 36, l: 80 }
const hues = 8

/**
 * A user's picture, or initials on the user's own color. Hidden from screen readers, because the name stands beside
 * it.
 */
export function Avatar({ user, size = 'm', status }: AvatarProps) {
  const picture = ownPicture(user.avatar_url, size === 'l')
  return (
    <span class={`${styles['avatar']} ${styles[size]}`} aria-hidden="true">
      {picture === undefined ? (
        <span
          class={`${styles['initials']} ${styles[`hue${String(user.user_id % hues)}`]}`}
          data-initials={initialsOf(user.full_name)}
        />
      ) : (
        <img
          class={styles['picture']}
          src={picture}
          alt=""
          width={pixels[size]}
          height={pixels[size]}
          loading="lazy"
          decoding="async"
        />
      )}
      {status && status !== 'offline' && (
        <span class={styles['dot']}>
          <PresenceDot status={status} />
        </span>
      )}
    </span>
  )
}
