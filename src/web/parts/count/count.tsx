import styles from './count.module.css'

/** How many are unread, at the end of a row whose name says so as well; nothing where there are none. */
export function Count({ count, isMentioned = false }: { count: number; isMentioned?: boolean }) {
  if (count === 0) return null
  return (
    <span class={`${styles['count']} ${isMentioned ? styles['mentioned'] : ''}`} aria-hidden="true">
      {isMentioned && '@'}
      {count > 999 ? '999+' : count}
    </span>
  )
}
