import * as t from '../../texts/catalog'

/** Wraps tables in frames that scroll horizontally if the table is wider than the message. */
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
