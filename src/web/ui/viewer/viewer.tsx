import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/messages/message'
import { Dialog } from '../dialog/dialog'
import { Icon } from '../icon/icon'
import { IconButton } from '../icon-button/icon-button'
import { listPictures } from './list-pictures'
import styles from './viewer.module.css'

interface ViewerProps {
  message: Message
  /** Address of the clicked picture. */
  address: string
  onClose: () => void
}

/** Shows a picture in full size; arrow keys move to the other pictures of the feed. */
export function Viewer({ message, address, onClose }: ViewerProps) {
  const pictures = useMemo(() => listPictures(), [])
  const index = useSignal(
    Math.max(
      0,
      pictures.findIndex((one) => one.messageId === message.id && one.address === address),
    ),
  )
  const shown = pictures[index.value]
  if (!shown) return null
  const move = (by: 1 | -1) => {
    if (pictures[index.value + by]) index.value += by
  }

  return (
    <Dialog
      title={shown.name}
      size="large"
      onClose={onClose}
      actions={
        <div class={styles['tools']}>
          <IconButton
            icon="chevron-left"
            label={t.viewer.previous}
            disabled={index.value === 0}
            onClick={() => move(-1)}
          />
          <span aria-live="polite">{t.viewer.place(index.value + 1, pictures.length)}</span>
          <IconButton
            icon="chevron-right"
            label={t.viewer.next}
            disabled={index.value === pictures.length - 1}
            onClick={() => move(1)}
          />
          <a class="button" href={shown.address} target="_blank" rel="noopener noreferrer">
            <Icon name="external-link" />
            {t.viewer.open}
          </a>
          <a class="button" href={shown.address} download={shown.name}>
            <Icon name="download" />
            {t.viewer.download}
          </a>
        </div>
      }
    >
      <div
        class={styles['stage']}
        tabIndex={-1}
        autofocus
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft') move(-1)
          if (event.key === 'ArrowRight') move(1)
        }}
      >
        <img key={shown.address} class={styles['picture']} src={shown.address} alt={shown.name} />
      </div>
    </Dialog>
  )
}
