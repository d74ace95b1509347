import { Icon } from '../icon/icon'

interface DownloadButtonProps {
  /** Of the file. */
  name: string
  text: string
  /** What the button is called. */
  label: string
}

/** Gives a text as a file. */
export function DownloadButton({ name, text, label }: DownloadButtonProps) {
  function download(): void {
    // Of plain text browsers would make a name that ends in .txt.
    const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <button type="button" class="button" onClick={download}>
      <Icon name="download" />
      {label}
    </button>
  )
}
