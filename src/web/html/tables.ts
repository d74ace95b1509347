import * as t from '../i18n/en'

/** Tables in a frame of their own, which scrolls where they are wider than the message. */
export function frameTables(content: ParentNode): void {
  for (const table of content.querySelectorAll('table')) {
    const frame = document.createElement('div')
    frame.className = 'table-frame'
    frame.tabIndex = 0
    frame.setAttribute('role', 'group')
    frame.setAttribute('aria-label', t.content.table)
    table.replaceWith(frame)
    frame.append(table)
  }
}
