import sprite from 'icons.svg'
import type { IconName } from '../../lib/icon-names'
import styles from './icon.module.css'

/** A decorative icon, hidden from screen readers: text beside it or the button's label names it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={styles['icon']} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
