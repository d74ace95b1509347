import styles from './count.module.css'

interface CountProps {
  count: number
  /** Among them are messages for the reader by name. */
  isMentioned?: boolean
  /** All of them are for the reader. */
  isPersonal?: boolean
}

/** How many are unread, at the end of a row whose name says so as well; nothing where there are none. */
export function Count({ count, isMentioned = false, isPersonal = false }: CountProps) {
  if (count === 0) return null
  return (
    <span class={styles['place']} aria-hidden="true">
      {isMentioned && <span class={styles['mention']}>@</span>}
      <span class={`${styles['count']} ${isPersonal ? styles['personal'] : ''}`}>
        {count > 999 ? '999+' : count}
      </span>
    </span>
  )
}
