import type { PresenceStatus } from '../../store/presence'
import styles from './presence-dot.module.css'

/** Whether somebody is there, as a sign: full, half, or an empty ring. The word is part of a name nearby. */
export function PresenceDot({ status }: { status: PresenceStatus }) {
  return <span class={`${styles['dot']} ${styles[status]}`} aria-hidden="true" />
}
