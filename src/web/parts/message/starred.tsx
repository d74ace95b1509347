import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import styles from './message-row.module.css'

/** Star of a message that the reader has starred. */
export function Starred() {
  return (
    <span
      class={styles['star']}
      role="img"
      aria-label={t.message.starred}
      title={t.message.starred}
    >
      <Icon name="star" />
    </span>
  )
}
