import type { Edit } from './format'

/** Changes the text of a field as if it were typed, so that it can be taken back with Ctrl+Z. */
export function editField(field: HTMLTextAreaElement, edit: Edit): void {
  field.focus()
  field.setSelectionRange(edit.start, edit.end)
  // The only way to change a field so that the browser can undo it.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isDone = document.execCommand(edit.text === '' ? 'delete' : 'insertText', false, edit.text)
  if (!isDone) {
    field.setRangeText(edit.text, edit.start, edit.end)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(edit.selectStart, edit.selectEnd)
}

/** Puts something in the place of what is selected. */
export function insertIntoField(field: HTMLTextAreaElement, text: string): void {
  const { selectionStart: start, selectionEnd: end } = field
  const cursor = start + text.length
  editField(field, { start, end, text, selectStart: cursor, selectEnd: cursor })
}
