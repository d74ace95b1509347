import { useSignal } from '@preact/signals'
import * as t from '../../i18n/en'
import { Icon } from '../icon/icon'

interface CopyButtonProps {
  /** What is copied; a function where it has to be asked for first. */
  text: string | (() => Promise<string>)
  /** What the button is called, such as “Copy API key”. */
  label: string
}

/** Copies a text, and says so. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const said = useSignal<string | undefined>(undefined)

  async function copy(): Promise<void> {
    said.value = undefined
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      said.value = t.copy.copied
    } catch {
      said.value = t.copy.failed
    }
  }

  return (
    <>
      <button type="button" class="button" onClick={() => void copy()}>
        <Icon name="copy" />
        {label}
      </button>
      <span role="status" class="row-note">
        {said.value}
      </span>
    </>
  )
}
