import { Icon } from '../../ui/icon/icon'

interface DownloadButtonProps {
  /** File name. */
  name: string
  text: string
  /** Text of the button. */
  label: string
}

/** Downloads a text as a file. */
export function DownloadButton({ name, text, label }: DownloadButtonProps) {
  function download(): void {
    // With `text/plain`, browsers append .txt to the file name.
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
