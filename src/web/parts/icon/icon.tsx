import sprite from 'icons.svg'
import type { IconName } from './names'
import styles from './icon.module.css'

/** A drawing beside words, or in a button that has a name of its own: screen readers pass it over. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={styles['icon']} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
