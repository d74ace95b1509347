import type { PresenceStatus } from '../../data/store/presence'
import styles from './presence-dot.module.css'

/** Presence as a full, half or empty ring. Hidden from screen readers: a name nearby contains the status as text. */
export function PresenceDot({ status }: { status: PresenceStatus }) {
  return <span class={`${styles['dot']} ${styles[status]}`} aria-hidden="true" />
}
