/** The forms in which a program put its content on the clipboard. */
type Forms = Pick<DataTransfer, 'getData'>

/**
 * Whether a pasted picture is only a drawing of the text beside it, as spreadsheets add one to copied cells. A copied
 * picture has HTML with an image, at most beside its address; a copied file has its name, without HTML.
 */
export function isDrawnText(data: Forms): boolean {
  const text = data.getData('text/plain').trim()
  const html = data.getData('text/html')
  const isPicture = html.includes('<img') && !/\s/.test(text)
  return text !== '' && html !== '' && !isPicture
}
