import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { Dialog } from '../dialog/dialog'
import styles from './picture-field.module.css'

interface CropDialogProps {
  file: File
  /** Width divided by height. */
  ratio: number
  /** Length of the wider side of the result, in pixels. */
  size: number
  onUse: (picture: Blob) => Promise<unknown>
  onClose: () => void
}

/** The visible part of the picture: its center, from 0 to 1 of the movable range, and the zoom factor. */
interface Part {
  x: number
  y: number
  zoom: number
}

const mostZoom = 5

/** Crops a picture; the part is moved with the pointer or with sliders. */
export function CropDialog({ file, ratio, size, onUse, onClose }: CropDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const bitmap = useSignal<ImageBitmap | undefined>(undefined)
  const part = useSignal<Part>({ x: 0.5, y: 0.5, zoom: 1 })
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const width = Math.round(ratio >= 1 ? size : size * ratio)
  const height = Math.round(ratio >= 1 ? size / ratio : size)

  useEffect(() => {
    let isWanted = true
    createImageBitmap(file).then(
      (made) => {
        if (isWanted) bitmap.value = made
      },
      () => {
        if (isWanted) refusal.value = t.picture.unreadable
      },
    )
    return () => {
      isWanted = false
      bitmap.peek()?.close()
    }
  }, [file])

  const { x, y, zoom } = part.value
  useEffect(() => {
    const shown = bitmap.value
    const context = canvas.current?.getContext('2d')
    if (!shown || !context) return
    const cut = cutOut(shown, ratio, { x, y, zoom })
    context.clearRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(shown, cut.left, cut.top, cut.width, cut.height, 0, 0, width, height)
  }, [bitmap.value, x, y, zoom])

  function move(event: PointerEvent): void {
    const shown = bitmap.peek()
    const box = canvas.current?.getBoundingClientRect()
    if (!shown || !box || event.buttons === 0) return
    const cut = cutOut(shown, ratio, part.peek())
    // Moved page pixels, converted to picture pixels, as a share of the movable picture pixels.
    const step = (moved: number, free: number) =>
      free > 0 ? (moved * (cut.width / box.width)) / free : 0
    part.value = {
      zoom,
      x: within(x - step(event.movementX, shown.width - cut.width)),
      y: within(y - step(event.movementY, shown.height - cut.height)),
    }
  }

  async function use(): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      const made = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve))
      if (!made) throw new Error(t.picture.unreadable)
      await onUse(made)
      onClose()
    } catch (error) {
      refusal.value = reasonOf(error)
      isBusy.value = false
    }
  }

  return (
    <Dialog
      title={t.picture.crop}
      size="small"
      onClose={onClose}
      keepsOnClickBeside
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t.dialog.cancel}
          </button>
          <button
            type="button"
            class="button primary"
            disabled={!bitmap.value || isBusy.value}
            onClick={() => void use()}
          >
            {t.picture.use}
          </button>
        </>
      }
    >
      <canvas
        ref={canvas}
        class={styles['canvas']}
        width={width}
        height={height}
        role="img"
        aria-label={t.picture.crop}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={move}
      />
      <div class={styles['sliders']}>
        <Slider
          label={t.picture.zoom}
          min={1}
          max={mostZoom}
          value={zoom}
          onMove={(value) => (part.value = { ...part.value, zoom: value })}
        />
        <Slider
          label={t.picture.across}
          value={x}
          onMove={(value) => (part.value = { ...part.value, x: value })}
        />
        <Slider
          label={t.picture.down}
          value={y}
          onMove={(value) => (part.value = { ...part.value, y: value })}
        />
      </div>
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </Dialog>
  )
}

interface SliderProps {
  label: string
  min?: number
  max?: number
  value: number
  onMove: (value: number) => void
}

function Slider({ label, min = 0, max = 1, value, onMove }: SliderProps) {
  return (
    <label>
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step="0.01"
        value={value}
        onInput={(event) => onMove(event.currentTarget.valueAsNumber)}
      />
    </label>
  )
}

/** The visible part in pixels of the picture. */
function cutOut(picture: { width: number; height: number }, ratio: number, { x, y, zoom }: Part) {
  const whole = Math.min(picture.width, picture.height * ratio)
  const width = whole / zoom
  const height = width / ratio
  return {
    left: (picture.width - width) * x,
    top: (picture.height - height) * y,
    width,
    height,
  }
}

const within = (value: number) => Math.max(0, Math.min(1, value))
