import { Icon } from '../icon/icon'
import styles from './stream-sign.module.css'

/** What stands before the name of a stream: its colour, or a lock. @param color absent where it has none for the reader */
export function StreamSign(props: { isPrivate: boolean; color?: string | undefined }) {
  const { isPrivate, color = 'currentcolor' } = props
  return (
    <span class={styles['sign']} style={{ '--stream': color }}>
      {isPrivate ? <Icon name="lock" /> : <span class={styles['dot']} />}
    </span>
  )
}
