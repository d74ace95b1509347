import * as t from '../../i18n/en'
import type { Subscription } from '../../store/state'
import { Dialog } from '../dialog/dialog'
import styles from './colour-dialog.module.css'

/** Those that the server gives to subscriptions. Source: docs/protocol/subscriptions.md#colors. */
const palette = (
  '#76ce90 #fae589 #a6c7e5 #e79ab5 #bfd56f #f4ae55 #b0a5fd #addfe5 #f5ce6e #c2726a #94c849 #bd86e5 ' +
  '#ee7e4a #a6dcbf #95a5fd #53a063 #9987e1 #e4523d #c2c2c2 #4f8de4 #c6a8ad #e7cc4d #c8bebf #a47462'
).split(' ')

interface ColourDialogProps {
  stream: Subscription
  onChoose: (color: string) => void
  onClose: () => void
}

/** The colours that a stream can have in one's own lists. */
export function ColourDialog({ stream, onChoose, onClose }: ColourDialogProps) {
  return (
    <Dialog title={t.colours.title(stream.name)} size="small" onClose={onClose}>
      <div class={styles['palette']} role="group">
        {palette.map((color, index) => (
          <button
            key={color}
            type="button"
            class={styles['colour']}
            style={{ '--colour': color }}
            aria-label={t.colours.name(index + 1)}
            aria-pressed={color === stream.color}
            autofocus={color === stream.color}
            onClick={() => {
              onChoose(color)
              onClose()
            }}
          />
        ))}
      </div>
    </Dialog>
  )
}
