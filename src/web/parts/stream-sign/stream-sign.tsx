import { Icon } from '../../ui/icon/icon'
import styles from './stream-sign.module.css'

/**
 * The sign before a stream's name: a colored dot, or a lock for a private stream.
 *
 * @param color absent if the reader is not subscribed
 */
export function StreamSign(props: { isPrivate: boolean; color?: string | undefined }) {
  const { isPrivate, color = 'currentcolor' } = props
  return (
    <span class={styles['sign']} style={{ '--stream': color }}>
      {isPrivate ? <Icon name="lock" /> : <span class={styles['dot']} />}
    </span>
  )
}
