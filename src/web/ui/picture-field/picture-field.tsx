import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { CropDialog } from './crop-dialog'
import styles from './picture-field.module.css'

interface PictureFieldProps {
  /** Name of the picture, such as “Your picture”. */
  label: string
  /** The current picture, such as an <Avatar>. */
  children: ComponentChildren
  /** Saves the chosen picture; an error is shown. */
  onChoose: (picture: Blob, name: string) => Promise<unknown>
  /** Removes the current picture; undefined if there is none. */
  onRemove?: (() => Promise<unknown>) | undefined
  /** Width divided by height of the crop; undefined uploads pictures uncropped. */
  ratio?: number | undefined
  /** Length of the wider side, in pixels. */
  size?: number
  maxMegabytes?: number | undefined
  disabled?: boolean | undefined
}

/** Chooses, crops and removes a picture. */
export function PictureField(props: PictureFieldProps) {
  const { label, children, onChoose, onRemove, ratio, size = 512, maxMegabytes, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const chosen = useSignal<File | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)

  async function run(act: () => Promise<unknown>): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      await act()
    } catch (error) {
      refusal.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }

  function take(file: File): void {
    refusal.value = undefined
    if (ratio !== undefined && file.type !== 'image/gif') chosen.value = file
    else if (maxMegabytes !== undefined && file.size > maxMegabytes * 1024 * 1024)
      refusal.value = t.picture.tooBig(maxMegabytes)
    else void run(() => onChoose(file, file.name))
  }

  return (
    <div class={styles['field']} role="group" aria-label={label}>
      {children}
      <div class={styles['buttons']}>
        <button
          type="button"
          class="button"
          disabled={disabled || isBusy.value}
          onClick={() => input.current?.click()}
        >
          {onRemove ? t.picture.replace : t.picture.choose}
        </button>
        {onRemove && (
          <button
            type="button"
            class="button"
            disabled={disabled || isBusy.value}
            onClick={() => void run(onRemove)}
          >
            {t.picture.remove}
          </button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp,image/avif,image/heic,image/tiff"
          aria-label={label}
          hidden
          onChange={({ currentTarget: field }) => {
            const [file] = field.files ?? []
            // Cleared, so that choosing the same file again fires `change`.
            if (file) take(file)
            field.value = ''
          }}
        />
        {refusal.value !== undefined && (
          <p class="notice bad" role="alert">
            {refusal.value}
          </p>
        )}
      </div>
      {chosen.value && ratio !== undefined && (
        <CropDialog
          file={chosen.value}
          ratio={ratio}
          size={size}
          onUse={(picture) => onChoose(picture, 'picture.png')}
          onClose={() => (chosen.value = undefined)}
        />
      )}
    </div>
  )
}
