import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { reasonOf } from '../../api/errors'
import * as t from '../../i18n/en'
import { CropDialog } from './crop-dialog'
import styles from './picture-field.module.css'

interface PictureFieldProps {
  /** What the picture is of, such as “Your picture”. */
  label: string
  /** What is shown now, such as an <Avatar>. */
  children: ComponentChildren
  /** Takes the picture that was chosen, with its name; what it throws is shown. */
  onChoose: (picture: Blob, name: string) => Promise<unknown>
  /** Takes away the picture that there is; undefined where there is none. */
  onRemove?: (() => Promise<unknown>) | undefined
  /** Width by height of what is cut out; pictures are taken as they are where it is undefined. */
  ratio?: number | undefined
  /** Of the wider side, in pixels. */
  size?: number
  maxMegabytes?: number | undefined
  disabled?: boolean | undefined
}

/** A picture that one can choose, cut out and take away. */
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
            // The same file can be chosen again.
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
