import * as t from '../../texts/catalog'
import styles from './palette.module.css'

/** Colors that the server gives to subscriptions. Source: docs/protocol/subscriptions.md#colors. */
const palette = (
  '#76ce90 #fae589 #a6c7e5 #e79ab5 #bfd56f #f4ae55 #b0a5fd #addfe5 #f5ce6e #c2726a #94c849 #bd86e5 ' +
  '#ee7e4a #a6dcbf #95a5fd #53a063 #9987e1 #e4523d #c2c2c2 #4f8de4 #c6a8ad #e7cc4d #c8bebf #a47462'
).split(' ')

interface PaletteProps {
  label: string
  chosen: string
  onChoose: (color: string) => void
  /** Focuses the chosen color. */
  takesFocus?: boolean
}

/** The colors that a user can choose for a subscription. */
export function Palette({ label, chosen, onChoose, takesFocus = false }: PaletteProps) {
  return (
    <div class={styles['palette']} role="group" aria-label={label}>
      {palette.map((color, index) => (
        <button
          key={color}
          type="button"
          class={styles['color']}
          style={{ '--color': color }}
          aria-label={t.colors.name(index + 1)}
          aria-pressed={color === chosen}
          autofocus={takesFocus && color === chosen}
          onClick={() => onChoose(color)}
        />
      ))}
    </div>
  )
}
