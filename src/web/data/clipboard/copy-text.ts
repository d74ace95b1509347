import * as t from '../../texts/catalog'

/**
 * Copies a text. Browsers offer the clipboard to pages of https only; on others the text of a field is selected and copied.
 * @throws if the browser refuses both
 */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const opener = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  // A modal dialog makes everything around it inert.
  const place = opener?.closest('dialog') ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without https
  const isCopied = document.execCommand('copy')
  field.remove()
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  if (!isCopied) throw new Error(t.messageFailures.needsHttps)
}
