import styles from './count.module.css'

interface CountProps {
  count: number
  /** True if some of the messages mention the reader. */
  isMentioned?: boolean
  /** True if all of the messages are for the reader. */
  isPersonal?: boolean
}

/**
 * Unread count at the end of a row; renders nothing for 0. The number is drawn by the style sheet, so that it is not
 * part of the row's text; the accessible name of the row contains the count.
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
