import * as t from '../../texts/catalog'
import type { Subscription } from '../../data/records/state'
import { Dialog } from '../../ui/dialog/dialog'
import { Palette } from './palette'

interface ColorDialogProps {
  stream: Subscription
  onChoose: (color: string) => void
  onClose: () => void
}

/** Chooses the color of a stream, from its menu. */
export function ColorDialog({ stream, onChoose, onClose }: ColorDialogProps) {
  const title = t.colors.title(stream.name)
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <Palette
        label={title}
        chosen={stream.color}
        takesFocus
        onChoose={(color) => {
          onChoose(color)
          onClose()
        }}
      />
    </Dialog>
  )
}
