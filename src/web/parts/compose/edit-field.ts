import type { Edit } from './format'

/** Changes the text of a field as if it were typed, so that Ctrl+Z undoes the change. */
export function editField(field: HTMLTextAreaElement, edit: Edit): void {
  field.focus()
  field.setSelectionRange(edit.start, edit.end)
  // `execCommand` is the only way to change a field and keep the browser's undo history.
  // oxlint-disable-next-line typescript/no-deprecated
  const isDone = document.execCommand(edit.text === '' ? 'delete' : 'insertText', false, edit.text)
  if (!isDone) {
    field.setRangeText(edit.text, edit.start, edit.end)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(edit.selectStart, edit.selectEnd)
}

/** Replaces the selection with a text. */
export function insertIntoField(field: HTMLTextAreaElement, text: string): void {
  const { selectionStart: start, selectionEnd: end } = field
  const cursor = start + text.length
  editField(field, { start, end, text, selectStart: cursor, selectEnd: cursor })
}
