import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { Dialog } from '../../ui/dialog/dialog'
import { Icon } from '../../ui/icon/icon'
import { IconButton } from '../../ui/icon-button/icon-button'
import { listPictures } from './list-pictures'
import { useZoom } from './use-zoom'
import styles from './viewer.module.css'
import { largestScale } from './zoom'

interface ViewerProps {
  message: Message
  /** Address of the clicked picture. */
  address: string
  onClose: () => void
}

/** Shows a picture in full size; arrow keys move to the other pictures of the feed, or move an enlarged one. */
export function Viewer({ message, address, onClose }: ViewerProps) {
  const pictures = useMemo(() => listPictures(), [])
  const index = useSignal(
    Math.max(
      0,
      pictures.findIndex((one) => one.messageId === message.id && one.address === address),
    ),
  )
  const shown = pictures[index.value]
  const stage = useRef<HTMLDivElement>(null)
  const { view, ...zoom } = useZoom(stage, shown?.address ?? '')
  if (!shown) return null
  const { scale, x, y } = view.value
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
          <span class={styles['zoom']} role="group" aria-label={t.pictureZoom.group}>
            <IconButton
              icon="minus"
              label={t.pictureZoom.out}
              disabled={scale === 1}
              onClick={zoom.zoomOut}
            />
            <button
              type="button"
              class={`button ${styles['scale']}`}
              aria-label={t.pictureZoom.whole(scale)}
              title={t.pictureZoom.whole(scale)}
              onClick={zoom.reset}
            >
              {t.pictureZoom.percent(scale)}
            </button>
            <IconButton
              icon="plus"
              label={t.pictureZoom.in}
              disabled={scale === largestScale}
              onClick={zoom.zoomIn}
            />
          </span>
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
        ref={stage}
        class={`${styles['stage']} ${scale > 1 ? styles['enlarged'] : ''}`}
        tabIndex={-1}
        autofocus
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (zoom.onKey(event.key)) event.preventDefault()
          else if (event.key === 'ArrowLeft') move(-1)
          else if (event.key === 'ArrowRight') move(1)
        }}
      >
        <img
          key={shown.address}
          class={styles['picture']}
          src={shown.address}
          alt={shown.name}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
        />
      </div>
    </Dialog>
  )
}
