import { useSignal } from '@preact/signals'
import { copyText } from '../../data/clipboard/copy-text'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'

interface CopyButtonProps {
  /** The text, or a function that fetches it. */
  text: string | (() => Promise<string>)
  /** Accessible name, such as “Copy API key”. */
  label: string
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const said = useSignal<string | undefined>(undefined)

  async function copy(): Promise<void> {
    said.value = undefined
    try {
      await copyText(typeof text === 'string' ? text : await text())
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
