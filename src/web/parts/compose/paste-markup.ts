import { encloseCode } from '../../../shared/rules/fences'
import { editField, insertIntoField } from './edit-field'

/**
 * Pastes a text at once, and then puts the Markdown of its HTML in its place: links, lists, code. Until the converter
 * is loaded, people go on typing; without it, and after the next undo, the plain text stays.
 */
export async function pasteMarkup(
  field: HTMLTextAreaElement,
  data: Pick<DataTransfer, 'getData'>,
): Promise<void> {
  const [html, typed] = [data.getData('text/html'), data.getData('text/plain')]
  const plain = typed.replace(/\r\n?/g, '\n')
  const start = field.selectionStart
  insertIntoField(field, plain)
  const before = field.value.slice(0, start + plain.length)
  const converter = await import('../../data/paste/markdown-of-html').catch(() => undefined)
  const markdown = converter?.markdownOfHtml(html, plain, encloseCode)
  const isThere = field.value.startsWith(before) && before.endsWith(plain)
  // Replacing text takes the focus.
  if (markdown === undefined || !isThere || document.activeElement !== field) return
  replacePasted(field, { start, end: before.length }, markdown)
}

/** The cursor stays behind the character that it is behind; in the pasted text, it goes to its end. */
function replacePasted(
  field: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
  markdown: string,
): void {
  const { value, selectionStart, selectionEnd } = field
  const isBlocks = markdown.includes('\n')
  const lead = isBlocks && !/(?:^|\n)$/.test(value.slice(0, start)) ? '\n' : ''
  const tail = isBlocks && !/^(?:$|\n)/.test(value.slice(end)) ? '\n' : ''
  const text = lead + markdown + tail
  const moved = (place: number) =>
    place <= start ? place : Math.max(place, end) - end + start + text.length
  const [selectStart, selectEnd] = [moved(selectionStart), moved(selectionEnd)]
  editField(field, { start, end, text, selectStart, selectEnd })
}
