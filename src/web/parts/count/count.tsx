import styles from './count.module.css'

interface CountProps {
  count: number
  /** Among them are messages for the reader by name. */
  isMentioned?: boolean
  /** All of them are for the reader. */
  isPersonal?: boolean
}

/**
 * How many are unread, at the end of a row whose name says so as well; nothing where there are none. It is drawn by the
 * style sheet, so that what can be read in the row is what the row is called.
 */
export function Count({ count, isMentioned = false, isPersonal = false }: CountProps) {
  if (count === 0) return null
  return (
    <span class={styles['place']} aria-hidden="true">
      {isMentioned && <span class={styles['mention']} />}
      <span
        class={`${styles['count']} ${isPersonal ? styles['personal'] : ''}`}
        data-count={count > 999 ? '999+' : count}
      />
    </span>
  )
}
