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

/**
 * Whether copied text has links, lists, code or other markup that Markdown has, too. Cells of spreadsheets are text between
 * tabs, and an address is itself, although browsers add the title of its page.
 */
export function hasMarkup(data: Pick<DataTransfer, 'getData' | 'files'>): boolean {
  const [html, text] = [data.getData('text/html'), data.getData('text/plain').trim()]
  const isCells = /<table/i.test(html) && (data.files.length > 0 || html.includes('google-sheets'))
  return text !== '' && !isCells && !/^https?:\/\/\S+$/.test(text) && markup.test(html)
}

const markup =
  /<(?:a|b|blockquote|code|del|em|h[1-6]|hr|i|img|li|math|pre|s|samp|strike|strong|table|time|tt)[\s>]|-mention|docs-internal-guid|MsoListParagraph/i
